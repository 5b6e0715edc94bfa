import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';
import { parseOperations, type ApiDocument, type DocumentedOperation } from './operations.js';

interface CallableOperation extends DocumentedOperation {
  readonly fields: readonly string[];
}

/** Operations that any role may use, although some of them change something. */
const SESSION_PATHS = /^\/identity\/v1\/(?:session\/|session\?|sign-in-token)/;
/** Operations that only an ADMIN may use, even to read. */
const ADMIN_PATHS = /^\/identity\/v1\/(api-key|audit-log)/;

/** Operations that need the root key, even to read. */
const OPERATOR_PATHS = /^\/monitoring\/v1\/ledger/;

let api: ApiUnderTest;
let operations: readonly CallableOperation[];
const keys: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi();
  const document = (await api.call<ApiDocument>('GET', '/docs/openapi.json')).body;
  operations = parseOperations(document).map((each) => ({
    ...each,
    fields: [...Object.keys(each.ids), ...Object.keys(each.queryFields), ...Object.keys(each.bodyFields)],
  }));
  for (const role of ['ADMIN', 'MEMBER', 'VIEWER']) {
    const body = { user_id: 'u1', domain_id: 'd1', role };
    keys[role] = String((await api.call('POST', '/identity/v1/api-keys', { body })).body.api_key);
  }
});
afterAll(() => api.close());

async function call({ method, path, body }: CallableOperation, key: string | null, domain?: string) {
  const url = domain === undefined ? path : `${path}&domain_id=${domain}`;
  const { domain_id: _, ...rest } = body;
  const { status, body: response } = await api.call(method, url, {
    key,
    body: method === 'GET' ? undefined : rest,
  });
  return { operation: `${method} ${path}`, status, code: response.code };
}

describe('every operation', () => {
  it('that is not open refuses a caller without a key', async () => {
    const closed = operations.filter(({ open }) => !open);
    expect(closed.length).toBeGreaterThan(15);
    for (const operation of closed) {
      expect(await call(operation, null)).toMatchObject({ status: 401, code: 'ERROR_AUTHENTICATE_FAILURE' });
    }
    const open = operations.filter((each) => each.open).map(({ path }) => path);
    for (const path of open)
      expect(path).toMatch(
        /^\/(health|docs|identity\/v1\/(session(\/authorization)?|sign-in-methods|sign-in-token\/holder)\?|monitoring\/v1\/webhook\/.*\/events|notification\/v1\/subscription\/[^/]+\/inbound\/x\?)/,
      );
  });

  it('requires domain_id from the root key', async () => {
    const domainOperations = operations.filter(({ open, bodyFields }) => !open && 'domain_id' in bodyFields);
    expect(domainOperations.length).toBeGreaterThan(20);
    for (const operation of domainOperations) {
      const response = await call(operation, ROOT_API_KEY);
      // Records without a domain, such as plugins, need no domain_id.
      if (response.status === 200 && operation.template.includes('/plugin/')) continue;
      expect(response).toEqual({ ...response, status: 400, code: 'ERROR_REQUIRED_PARAMETER' });
    }
  });

  it('rejects a malformed, mistyped, disabled, deleted or expired key with 401', async () => {
    const create = async () => {
      const body = { user_id: 'u1', domain_id: 'd1' };
      return (await api.call('POST', '/identity/v1/api-keys', { body })).body;
    };
    const [disabled, deleted, expired] = [await create(), await create(), await create()];
    // Before the first use, so that no process has cached the key.
    await sql(
      api.databaseUrl,
      `update api_key set expires_at = now() - interval '1 s' where api_key_id = $1`,
      [parseId('api_key', String(expired.api_key_id))],
    );
    const at = ({ api_key_id }: Record<string, unknown>) => `/identity/v1/api-key/${String(api_key_id)}`;
    await api.call('PUT', `${at(disabled)}/disable?domain_id=d1`);
    await api.call('DELETE', `${at(deleted)}?domain_id=d1`);
    const mistyped = `${String(disabled.api_key).slice(0, -1)}${String(disabled.api_key).endsWith('a') ? 'b' : 'a'}`;
    const refused = ['x', mistyped, disabled.api_key, deleted.api_key, expired.api_key].map(String);
    for (const operation of operations.filter(({ open }) => !open)) {
      for (const key of refused) {
        expect(await call(operation, key)).toMatchObject({ status: 401, code: 'ERROR_AUTHENTICATE_FAILURE' });
      }
    }
  });

  it('on API keys and the audit log rejects a MEMBER with 403, even to read', async () => {
    const adminOperations = operations.filter(({ path }) => ADMIN_PATHS.test(path));
    expect(adminOperations.length).toBeGreaterThan(9);
    for (const operation of adminOperations) {
      const response = await call(operation, keys.MEMBER ?? '', 'd1');
      expect(response).toEqual({ ...response, status: 403, code: 'ERROR_PERMISSION_DENIED' });
    }
  });

  it('rejects a domain other than that of the key with 403, whatever the role', async () => {
    const domainOperations = operations.filter(({ open, fields }) => !open && fields.includes('domain_id'));
    expect(domainOperations.length).toBeGreaterThan(12);
    for (const operation of domainOperations) {
      for (const key of Object.values(keys)) {
        const refused = await call(operation, key, 'd2');
        expect(refused).toEqual({ ...refused, status: 403, code: 'ERROR_PERMISSION_DENIED' });
      }
    }
  });

  it('allows a VIEWER to read, and rejects its changes with 403', async () => {
    for (const operation of operations.filter(({ open }) => !open)) {
      const { method, path } = operation;
      const isReadable =
        !ADMIN_PATHS.test(path) &&
        !OPERATOR_PATHS.test(path) &&
        (method === 'GET' ||
          SESSION_PATHS.test(path) ||
          /\/(search|stat|preview|preview\/message|compare|simulate|telling|stream-token)\?/.test(path));
      const response = await call(
        operation,
        keys.VIEWER ?? '',
        operation.fields.includes('domain_id') ? 'd1' : undefined,
      );
      expect([`${method} ${path}`, response.status === 403]).toEqual([`${method} ${path}`, !isReadable]);
    }
  });

  it('answers 404 for records that do not exist and 400 for ids of another kind, never 5xx', async () => {
    const recordOperations = operations.filter(({ ids }) => Object.keys(ids).length > 0);
    expect(recordOperations.length).toBeGreaterThan(40);
    for (const operation of recordOperations) {
      const { ids, open, fields } = operation;
      const ask = (asked: CallableOperation) =>
        call(asked, open ? null : (keys.ADMIN ?? ''), fields.includes('domain_id') ? 'd1' : undefined);
      const missing = await ask(operation);
      expect(missing).toEqual({ ...missing, status: 404, code: 'ERROR_NOT_FOUND' });
      for (const [name, kind] of Object.entries(ids)) {
        if (kind === undefined) continue;
        const path = replaceId(operation, name, newId(kind === 'quota' ? 'webhook' : 'quota'));
        const wrong = await ask({ ...operation, path });
        // A sender without the URL of a webhook learns nothing about its id.
        const expected = open ? [404, 'ERROR_NOT_FOUND'] : [400, 'ERROR_INVALID_PARAMETER'];
        expect([wrong.operation, wrong.status, wrong.code]).toEqual([wrong.operation, ...expected]);
      }
    }
  });
});

/** Returns the path of an operation with another value for one of its parameters. */
function replaceId({ template, path }: CallableOperation, name: string, value: string): string {
  const [samples = '', query = ''] = path.split('?');
  const parts = samples.split('/');
  parts[template.split('/').indexOf(`{${name}}`)] = value;
  return `${parts.join('/')}?${query}`;
}
