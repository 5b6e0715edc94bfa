// Generates the types and the operation table of the client from docs/openapi.yaml into src/generated. With --check it
// only reports whether these files are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const METHODS = ['get', 'post', 'put', 'delete'];
const HEAD = '// Made from docs/openapi.yaml by `npm run build:client`.\n';
const DOCUMENT = new URL('../../docs/openapi.yaml', import.meta.url);
const FOLDER = new URL('src/generated/', import.meta.url);

/** Returns where an operation takes the domain of the request. */
function domainPlace({ parameters = [], requestBody }, { schemas }) {
  if (parameters.some(({ name }) => name === 'domain_id')) return 'query';
  const { $ref } = requestBody?.content?.['application/json']?.schema ?? {};
  return schemas[$ref?.split('/').at(-1)]?.properties?.domain_id === undefined ? undefined : 'body';
}

/** Generates the table of operations, for what types cannot tell at run time: method, path, use of an idempotency key, and place of the domain. */
function table(document) {
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const keyed = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key');
      const domain = domainPlace(operation, document.components);
      const place = domain === undefined ? '' : `, domain: '${domain}'`;
      return `  ${operation.operationId}: { method: '${method}', path: '${path}', keyed: ${keyed}${place} },`;
    }),
  );
  return `export const operationTable = {\n${rows.join('\n')}\n} as const;\n`;
}

/** Generates the types of answers to requests that select no fields. What other answers contain depends on the request. */
function wholeOutputs({ paths, components: { schemas } }) {
  const typeOf = (name) => `components['schemas']['${name}']`;
  const nameOf = (schema) => schema?.$ref?.split('/').at(-1);
  const rows = Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const { operationId, responses = {} } = item[method] ?? {};
      const { schema, 'x-whole-record': whole } = responses['200']?.content?.['application/json'] ?? {};
      if (whole === undefined) return [];
      const record = typeOf(nameOf(whole));
      const isList = schemas[nameOf(schema)]?.properties?.results !== undefined;
      const list = `Omit<${typeOf(nameOf(schema))}, 'results'> & { results: ${record}[] }`;
      return [`  ${operationId}: ${isList ? list : record};`];
    }),
  );
  return `import type { components } from './schema.js';\n\nexport interface WholeOutputs {\n${rows.join('\n')}\n}\n`;
}

/** Gives a parameter that is sent as JSON text the type of its content. */
function withPlainParameters(document) {
  const operations = Object.values(document.paths).flatMap((item) => METHODS.map((method) => item[method]));
  for (const parameter of operations.flatMap((operation) => operation?.parameters ?? [])) {
    parameter.schema = parameter.schema.contentSchema ?? parameter.schema;
  }
  return document;
}

const document = parse(readFileSync(DOCUMENT, 'utf8'));
const files = {
  'schema.ts': astToString(await openapiTS(withPlainParameters(document), { emptyObjectsUnknown: true })),
  'operation-table.ts': table(document),
  'whole-outputs.ts': wholeOutputs(document),
};

const stale = Object.entries(files).filter(([name, text]) => {
  try {
    return readFileSync(new URL(name, FOLDER), 'utf8') !== HEAD + text;
  } catch {
    return true;
  }
});
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const names = stale.map(([name]) => fileURLToPath(new URL(name, FOLDER))).join(', ');
    console.error(`The client is not that of docs/openapi.yaml: run npm run build:client (${names})`);
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of stale) writeFileSync(new URL(name, FOLDER), HEAD + text);
}
