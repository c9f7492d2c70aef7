/* What pages opened as files need: a browser then runs no worker of another file and reads no JSON, so the index of the search is a script
   (search/index.js, made by build-aux/html) and the search runs in the page. Tables whose header is empty are tiles, and long names in tables may be broken at
   their parts. */

if (location.protocol === 'file:') {
  window.Worker = function () {
    var worker = this, index, documents = {};

    function load(name, then) {
      var script = document.createElement('script');
      script.src = base_url + '/search/' + name;
      script.onload = then;
      document.head.appendChild(script);
    }

    function build() {
      index = lunr(function () {
        this.ref('location');
        this.field('title', {boost: 10});
        this.field('text');
        searchIndex.docs.forEach(function (page) {
          this.add(page);
          documents[page.location] = page;
        }, this);
      });
      worker.onmessage({data: {config: searchIndex.config}});
      worker.onmessage({data: {allowSearch: true}});
    }

    function found(query) {
      return index.search(query).map(function (result) {
        var page = documents[result.ref];
        page.summary = page.text.substring(0, 200);
        return page;
      });
    }

    this.postMessage = function (message) {
      if (message.query) worker.onmessage({data: {results: found(message.query)}});
      else if (document.getElementById('mkdocs-search-query')) load('lunr.js', function () { load('index.js', build); });
    };
  };
}

document.querySelectorAll('table').forEach(function (table) {
  var head = table.querySelector('thead');
  if (head && !head.textContent.trim()) table.classList.add('tiles');
});

/* Short names and numbers stay in one line. */
document.querySelectorAll('.rst-content code').forEach(function (name) {
  if (!name.closest('pre') && name.textContent.length <= 16) name.style.whiteSpace = 'nowrap';
});
document.querySelectorAll('td').forEach(function (cell) {
  if (cell.textContent.length <= 10) cell.style.whiteSpace = 'nowrap';
});

document.querySelectorAll('td code, th code').forEach(function (name) {
  if (name.textContent.length > 16) name.innerHTML = name.innerHTML.replace(/([_/,:]|[a-z](?=[A-Z]))/g, '$1<wbr>');
});
