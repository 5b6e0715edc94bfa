import { Logger } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import type { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import { TooLateError } from '#shared/kernel/with-timeout.js';
import { alertNotice, digestNotice, outgoing, serviceNotice, testNotice } from '../../test/notices.js';
import { NoResponseError } from './outgoing-http.js';
import type { Protocol } from './protocol.js';
import { Templates } from './templates.js';

const templates = new Templates({} as ExpressionEvaluator);
const sendThrowing = (error: Error) => {
  const protocol = {
    ...{ protocol_id: 'pager', name: 'Pager', description: 'Calls a pager.', isSigned: false },
    optionsSchema: { type: 'object', properties: { url: { type: 'string', writeOnly: true } } },
    sendsEveryChange: true,
    send: vi.fn<Protocol['send']>().mockRejectedValue(error),
  } satisfies Protocol;
  return templates.send(
    protocol,
    null,
    outgoing(testNotice(), { url: 'https://example.com/secret-path' }),
    'd1',
  );
};

it.each([
  [true, 'the connection was refused'],
  [false, 'no answer within 10 seconds'],
])('retries an attempt without a response (nothingLeft: %s, reason: %s)', async (nothingLeft, reason) => {
  expect(await sendThrowing(new NoResponseError(reason, nothingLeft))).toEqual({
    verdict: { outcome: 'retry', reason, nothingLeft },
    status: null,
    answer: null,
  });
});

it('logs any other error of a protocol without secrets, and retries the attempt', async () => {
  const log = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  expect(await sendThrowing(new TypeError('no /secret-path'))).toEqual({
    verdict: { outcome: 'retry', reason: 'it could not be rendered', isFree: true, isOwnFault: true },
    status: null,
    answer: null,
  });
  const [[text, error] = []] = log.mock.calls;
  expect(text).toMatch(/^protocol pager failed to send /);
  expect(error).toMatchObject({ message: 'no ***' });
});

it('sends nothing when the turn of the template comes too late, and retries the attempt', async () => {
  const evaluate = vi.fn<ExpressionEvaluator['evaluate']>().mockRejectedValue(new TooLateError());
  const send = vi.fn<Protocol['send']>();
  const result = await new Templates({ evaluate } as unknown as ExpressionEvaluator).send(
    { protocol_id: 'webhook', optionsSchema: { type: 'object' }, send } as unknown as Protocol,
    'data.alert.title',
    outgoing(testNotice(), { url: 'https://example.com' }),
    'd1',
    5_000,
  );
  expect(result.verdict).toEqual({
    outcome: 'retry',
    reason: 'other templates of the domain left no time for this one',
    nothingLeft: true,
    isOwnFault: true,
  });
  expect(evaluate.mock.lastCall?.[4]).toBe(5_000);
  expect(send).not.toHaveBeenCalled();
});

it('words messages about an alert, and leaves digests and messages about the service as they are', async () => {
  const evaluate = vi
    .fn<ExpressionEvaluator['evaluate']>()
    .mockResolvedValue({ ok: true, value: { title: ': ' } });
  const wording = new Templates({ evaluate } as unknown as ExpressionEvaluator);
  const render = (message: Parameters<typeof outgoing>[0]) =>
    wording.render({ takesTemplate: 'wording' } as Protocol, 'template', outgoing(message, {}), 'd1');
  expect((await render(alertNotice('opened'))).body).toEqual({ title: ': ' });
  for (const message of [digestNotice(), serviceNotice(), testNotice()])
    expect(await render(message)).toEqual(outgoing(message, {}));
});
