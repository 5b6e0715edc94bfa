import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { ROOT_API_KEY, type ApiResponse } from './api-under-test.js';
import { AttackTarget } from './attack-target.js';
import type { DocumentedOperation } from './operations.js';

interface Attack {
  readonly path?: string;
  /** Added to the request's path. */
  readonly query?: string;
  /** The body as text. Default: a valid one. */
  readonly body?: string | undefined;
}

/** Sends invalid input to every operation, with a key that is allowed to use it. */
export class BadInput {
  private constructor(
    readonly target: AttackTarget,
    /** The operations that need a key. */
    readonly protectedOperations: readonly DocumentedOperation[],
    /** The paths that need the root key. */
    private readonly rootOnlyPaths: ReadonlySet<string>,
  ) {}

  static async start(): Promise<BadInput> {
    const target = await AttackTarget.start();
    const protectedOperations = target.operations.filter(({ open }) => !open);
    const rootOnlyPaths = new Set<string>();
    for (const { method, template, ids } of protectedOperations) {
      if (method !== 'GET' || Object.keys(ids).length > 0) continue;
      const plain = await target.api.call(method, `${template}?strange=1`, { key: target.mine.key });
      if (plain.status === 403) rootOnlyPaths.add(template);
    }
    return new BadInput(target, protectedOperations, rootOnlyPaths);
  }

  get operationsWithBody(): readonly DocumentedOperation[] {
    return this.protectedOperations.filter(({ takesBody }) => takesBody);
  }

  /** Sends a request as ADMIN, for a record of the same domain, so that the attack is the only thing wrong with it. */
  async send(operation: DocumentedOperation, { path, query = '', body }: Attack): Promise<ApiResponse> {
    const { target } = this;
    const { method, takesBody } = operation;
    // Rejections need no I/O. Without a pause, the API in this process would not receive the change feed for seconds.
    await nextTurn();
    const url = `${path ?? target.createPath(operation, target.mine.records)}${query && `?${query}`}`;
    return target.api.call(method, url, {
      key: this.rootOnlyPaths.has(operation.template) ? ROOT_API_KEY : target.mine.key,
      ...(takesBody ? { body: body ?? JSON.stringify(createValidBody(operation)) } : {}),
    });
  }

  async expectUnchanged(attack: () => Promise<void>): Promise<void> {
    const before = await this.target.readTables();
    await attack();
    expect(await this.target.readTables()).toEqual(before);
  }
}

function createValidBody({ body, bodyFields, ids }: DocumentedOperation): Record<string, unknown> {
  const given = { ...body, domain_id: 'mine' };
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in bodyFields && !(name in ids)));
}

/** Returns a valid body in which one field is replaced by `json`, which may be any text. */
export function replaceBodyField(operation: DocumentedOperation, field: string, json: string): string {
  const others = Object.entries(createValidBody(operation)).filter(([name]) => name !== field);
  const parts = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...parts, `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

/** Expects a rejection as the API promises it: a documented problem that reveals no internals. */
export function expectRejected(operation: DocumentedOperation, attack: unknown, response: ApiResponse): void {
  const { status, headers, body } = response;
  const context = { at: `${operation.method} ${operation.template}`, attack };
  expect({ ...context, status, type: headers['content-type'] }).toEqual({
    ...context,
    status: expect.toSatisfy((each: number) => each >= 400 && each < 500),
    type: 'application/problem+json; charset=utf-8',
  });
  expect({ ...context, body }).toEqual({
    ...context,
    body: expect.objectContaining({
      status,
      code: expect.stringMatching(/^ERROR_/),
      instance: expect.any(String),
    }),
  });
  expect({ ...context, documented: operation.statuses.includes(status), status }).toMatchObject({
    documented: true,
  });
  expect(JSON.stringify(body)).not.toMatch(
    /\bat .*\.(ts|js):\d+|QueryFailed|syntax error at|postgres|node_modules/i,
  );
}
