import { beforeAll, expect, it } from 'vitest';
import { call, createWebhook, type CreatedWebhook } from '../client.js';
import { rootApiKey } from '../processes.js';
import type { Service } from '../service.js';
import { sql } from '../sql.js';
import { measureBystander } from './bystander.js';

const nested = (levels: number) => `${'('.repeat(levels)}a${'??a)'.repeat(levels)}`;
/** Compiling these takes seconds to for ever, and up to all memory. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  'nested ??': nested(18),
  'nested ?? behind a quote': `/"/ ? ${nested(40)}`,
  'nested ?: behind a quote': `/"/ ? ${'{"a":'.repeat(30)}a${'}?:a'.repeat(30)}`,
};
const optionsWith = (rule: string) => ({ fields: { event_key: '"k"', title: '"t"', rule } });

let service: Service;
let webhook: CreatedWebhook;

const PLUGIN = '/monitoring/v1/webhook';
/** Every operation that accepts an expression. */
const operations: Readonly<Record<string, (options: object) => readonly [string, string, object]>> = {
  'preview of a plugin': (options) => [
    'POST',
    `/monitoring/v1/plugin/mapping/preview?domain_id=attacker&options=${encodeURIComponent(JSON.stringify(options))}`,
    {},
  ],
  'preview at a webhook': (options) => [
    'POST',
    `${PLUGIN}/${webhook.webhook_id}/plugin/preview?domain_id=attacker&options=${encodeURIComponent(JSON.stringify(options))}`,
    {},
  ],
  create: (options) => [
    'POST',
    '/monitoring/v1/webhooks',
    {
      name: crypto.randomUUID(),
      project_id: 'p',
      domain_id: 'attacker',
      plugin_info: { plugin_id: 'mapping', options },
    },
  ],
  update: (options) => ['PUT', `${PLUGIN}/${webhook.webhook_id}/plugin`, { domain_id: 'attacker', options }],
};

/** Attacks with expressions that never finish compiling. */
export function attackByExpressions(target: () => Service): void {
  beforeAll(async () => {
    service = target();
    const fields = { event_key: '"k"', title: '"t"' };
    webhook = await createWebhook(service.api.url, 'mapping', 'attacker', { fields });
  });

  it('no expression holds up another tenant', async () => {
    const { url } = service.api;
    const answers: unknown[] = [];
    const experience = await measureBystander(url, async () => {
      for (const [operation, requestOf] of Object.entries(operations)) {
        const attacks = Object.entries(EXPRESSIONS).map(async ([name, rule]) => {
          const [method, path, body] = requestOf(optionsWith(rule));
          const answer = await call<{ errors?: { field: string }[] }>(method, url + path, body);
          const field = answer.body.errors?.[0]?.field.split('options.')[1];
          return [operation, name, answer.status, field];
        });
        answers.push(...(await Promise.all(attacks)));
      }
    });
    expect(answers).toEqual(
      Object.keys(operations).flatMap((operation) =>
        Object.keys(EXPRESSIONS).map((name) => [operation, name, 400, 'fields.rule']),
      ),
    );
    expect(experience.refused).toEqual([]);
    expect(experience.longestMs).toBeLessThan(1_000);
  });

  it(
    'verifying a stored expression that never finishes delays no delivery',
    { timeout: 30_000 },
    async () => {
      const { url } = service.api;
      const other = await createWebhook(url, 'direct', 'bystander');
      const options = JSON.stringify(optionsWith(`/"/ ? ${nested(40)}`));
      await sql(
        service.databaseUrl,
        `update webhook set options = '${options.replaceAll("'", "''")}' where plugin_id = 'mapping'`,
      );
      const over = new AbortController();
      const verifying = call<{ state: string; checks: object[] }>(
        'POST',
        `${url}${PLUGIN}/${webhook.webhook_id}/plugin/verify`,
        { domain_id: 'attacker' },
        { authorization: `Bearer ${rootApiKey}`, prefer: 'wait=20' },
      ).finally(() => over.abort());
      let longest = 0;
      while (!over.signal.aborted) {
        const started = performance.now();
        const posted = await call(
          'POST',
          url + other.path,
          { event_key: 'k', title: 't' },
          { prefer: 'wait=9' },
        );
        expect(posted.status).toBe(200);
        longest = Math.max(longest, performance.now() - started);
      }
      const { status, body } = await verifying;
      expect(status).toBe(200);
      expect(body).toMatchObject({
        state: 'FAILED',
        checks: [
          {},
          {
            name: 'options',
            ok: false,
            message: expect.stringContaining('options.fields.rule takes more than'),
          },
          {},
        ],
      });
      expect(longest).toBeLessThan(5_000);
    },
  );
}
