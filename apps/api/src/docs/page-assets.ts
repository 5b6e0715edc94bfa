// Served as files, because the Content-Security-Policy of the page forbids inline scripts and styles.

/** Replaces the domain `demo` of the examples by the domain of the key in use. */
const CALLER_DOMAIN_SCRIPT = `'use strict';
window.callersDomain = (page) => () => {
  const example = 'demo';
  let system;
  let show = () => {};
  let domain = example;

  // Swagger UI shows a file chooser for text with a media type, and fills in the first example.
  const asTextField = (parameter) => ({
    ...parameter,
    schema: { type: 'string' },
    ...(parameter.examples && { examples: { none: { summary: 'Nothing', value: '' }, ...parameter.examples } }),
  });

  const inDomain = (value, key) => {
    if (key === 'domain_id' && value === example) return domain;
    if (Array.isArray(value)) return value.map((each) => inDomain(each));
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inDomain(each, name)]));
    if (key === 'domain_id' && value.examples && value.examples[0] === example) return { ...copy, examples: [domain] };
    if (value.in === 'query' && value.schema && value.schema.contentMediaType) return asTextField(copy);
    return value.name === 'domain_id' && value.example === example ? { ...copy, example: domain } : copy;
  };

  // Fields of open operations already contain the previous domain, so it is replaced there too.
  const refill = (before) => {
    const inOpen = (keys, change) => {
      for (const [path, methods] of Object.entries(system.getState().getIn(keys)?.toJS() ?? {}))
        for (const [method, entered] of Object.entries(methods)) change([path, method], entered);
    };
    inOpen(['spec', 'meta', 'paths'], (operation, { parameters = {} }) => {
      const isFilled = ([name, { value }]) => name.startsWith('query.domain_id') && value === before;
      if (Object.entries(parameters).some(isFilled))
        system.specActions.changeParam(operation, 'domain_id', 'query', domain);
    });
    const field = (of) => '"domain_id": ' + JSON.stringify(of);
    inOpen(['oas3', 'requestData'], (pathMethod, { bodyValue }) => {
      if (typeof bodyValue !== 'string') return;
      system.oas3Actions.setRequestBodyValue({ value: bodyValue.replaceAll(field(before), field(domain)), pathMethod });
    });
  };

  const actIn = (next) => {
    if (next === domain) return;
    const before = domain;
    domain = next;
    show();
    if (system) refill(before);
  };

  const ask = async (key) => {
    if (!key) return actIn(example);
    const answer = await fetch(new URL('../identity/v1/caller', page), { headers: { authorization: 'Bearer ' + key } });
    const { domain_id } = answer.ok ? await answer.json() : {};
    actIn(domain_id || example);
  };
  const keyIn = ({ bearer } = {}) => bearer && bearer.value;

  return {
    statePlugins: {
      spec: {
        wrapActions: {
          updateJsonSpec: (original, wholeSystem) => (document) => {
            system = wholeSystem;
            // The page works below any path prefix of a proxy, also if PUBLIC_URL does not name it.
            const servers = [{ url: new URL('..', page).pathname.replace(/(?<=.)\\/$/, '') }];
            show = () => original({ ...inDomain(document), servers });
            return show();
          },
        },
      },
      auth: {
        wrapActions: {
          authorize: (original) => (payload) => {
            if (keyIn(payload)) ask(keyIn(payload));
            return original(payload);
          },
          restoreAuthorization: (original) => (payload) => {
            if (keyIn(payload.authorized)) ask(keyIn(payload.authorized));
            return original(payload);
          },
          logout: (original) => (names) => {
            if (names.includes('bearer')) ask();
            return original(names);
          },
        },
      },
    },
  };
};
`;

const START_SCRIPT = `'use strict';
const { document: described, guide: name } = document.getElementById('swagger-ui').dataset;
const verbs = ['create', 'update', 'verify', 'enable', 'disable', 'rotate', 'delete', 'get', 'list', 'search', 'stat'];
const place = (operation) => {
  const at = verbs.indexOf(operation.getIn(['operation', 'operationId'], '').match(/^[a-z]*/)[0]);
  return at < 0 ? verbs.length : at;
};

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Swagger UI leaves the focus behind its dialog, or in the last field of the dialog. Here the focus moves to the first field, and
// back to the button that opened the dialog when it closes.
let opener = null;
let isOpen = false;
const begin = ({ target }) => {
  if (!isOpen && target.closest('.authorize, .authorization__btn')) opener = target.closest('button');
};
document.addEventListener('click', begin, true);
new MutationObserver(() => {
  const dialog = document.querySelector('.dialog-ux');
  if (!!dialog === isOpen) return;
  isOpen = !!dialog;
  const next = dialog ? dialog.querySelector('input') || dialog.querySelector('.btn-done') : opener;
  if (next) next.focus();
}).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
document.addEventListener('keydown', ({ key }) => {
  const close = key === 'Escape' && document.querySelector('.dialog-ux .close-modal');
  if (close) close.click();
});

// Shows the usual answer first: JSON sorts 202 after the 200 of those who wait. Shows each error response as one line, which a
// click expands.
const answers = ({ React: { createElement, Fragment, useState } }) => ({
  wrapComponents: {
    responses: (Responses) => (props) =>
      createElement(Responses, { ...props, responses: props.responses.sortBy((_, code) => code !== '202') }),
    response: (Response) => (props) => {
      const [isOpen, setOpen] = useState(false);
      if (!(Number(props.code) >= 400)) return createElement(Response, props);
      const fold = createElement(
        'button',
        { type: 'button', className: 'error-answer', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
        props.response.get('description'),
      );
      const row = createElement(
        'tr',
        { className: 'response', 'data-code': props.code },
        createElement('td', { className: 'response-col_status' }, props.code),
        createElement('td', { className: 'response-col_description', colSpan: 2 }, fold),
      );
      return isOpen ? createElement(Fragment, null, row, createElement(Response, props)) : row;
    },
  },
});

// The resolver of Swagger UI reads the whole document again for each operation that is opened, which takes seconds. All references
// of this document are local. One that leads back into itself stays, and is shown by its name.
const references = () => ({
  fn: {
    resolveSubtree: (document, path) => {
      const at = (keys) => keys.reduce((value, key) => value && value[key], document);
      const target = (ref) => at(ref.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')));
      const resolve = (value, within) => {
        if (Array.isArray(value)) return value.map((each) => resolve(each, within));
        if (typeof value !== 'object' || value === null) return value;
        const { $ref, ...own } = value;
        if (within.includes($ref)) return value;
        const named = typeof $ref === 'string' ? { ...resolve(target($ref), [...within, $ref]), $$ref: $ref } : {};
        // Fields beside a reference say more of this place.
        return Object.assign(named, Object.fromEntries(Object.entries(own).map(([key, each]) => [key, resolve(each, within)])));
      };
      return Promise.resolve({ spec: resolve(at(path), []), errors: [] });
    },
  },
});

// Swagger UI reads the hash of the URL only once, and opens every link in another tab.
const openLinked = () => window.ui && window.ui.layoutActions.parseDeepLinkHash(decodeURIComponent(window.location.hash));
window.addEventListener('hashchange', openLinked);
const stayHere = (event) => {
  const link = event.target.closest('a[href^="#/"]');
  if (!link || !link.target) return;
  event.preventDefault();
  window.location.hash = link.getAttribute('href');
};
document.addEventListener('click', stayHere, true);

const guide = (text) => ({ React: { createElement } }) => ({
  components: {
    Guide: ({ getComponent }) =>
      createElement(
        'main',
        { className: 'wrapper guide' },
        createElement(getComponent('Markdown', true), { source: text }),
      ),
  },
});

// Links are relative to the folder of the page.
const folder = new URL(window.location);
if (!folder.pathname.endsWith('/')) folder.pathname += '/';
if (name) {
  const nothing = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };
  fetch(name)
    .then((answer) => answer.text())
    .then((text) => SwaggerUIBundle({ dom_id: '#swagger-ui', spec: nothing, layout: 'Guide', plugins: [guide(text)] }));
} else if (folder.pathname !== window.location.pathname) {
  window.location.replace(folder);
} else {
  const address = new URL(described, folder);
  window.ui = SwaggerUIBundle({
    url: address.href,
    dom_id: '#swagger-ui',
    plugins: [answers, references, window.callersDomain(address)],
    deepLinking: true,
    filter: true,
    tryItOutEnabled: true,
    persistAuthorization: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    operationsSorter: (one, other) => place(one) - place(other),
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
  });
}
`;

const STYLE = `.swagger-ui .markdown br {
  display: none;
}
.swagger-ui .error-answer {
  background: none;
  border: 0;
  color: inherit;
  cursor: pointer;
  font: inherit;
  padding: 0;
  text-align: left;
}
.swagger-ui .error-answer::before {
  content: '▸ ';
}
.swagger-ui .error-answer[aria-expanded='true']::before {
  content: '▾ ';
}
.swagger-ui .guide {
  max-width: 60rem;
}
`;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** The service's own files of the pages, by name. */
export const OWN_ASSETS: Readonly<Record<string, { readonly bytes: string; readonly type: string }>> = {
  'start.js': { bytes: START_SCRIPT, type: SCRIPT_TYPE },
  'callers-domain.js': { bytes: CALLER_DOMAIN_SCRIPT, type: SCRIPT_TYPE },
  'page.css': { bytes: STYLE, type: 'text/css; charset=utf-8' },
};
