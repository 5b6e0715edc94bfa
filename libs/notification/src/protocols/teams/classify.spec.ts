import { expect, it } from 'vitest';
import { classify } from './protocol.js';

const classifyText = (status: number, text: string) =>
  classify({ status, text, body: text, retryAfter: undefined }, new Date());

it('reads the status of Teams from the body of a connector, which answers 200 all the same', () => {
  expect(classifyText(202, '')).toEqual({ outcome: 'sent' });
  const refusal = (status: number) =>
    classifyText(
      200,
      `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=0`,
    );
  expect(refusal(429)).toMatchObject({ outcome: 'retry', isPause: true });
  expect(refusal(404)).toMatchObject({
    outcome: 'failed',
    reason: 'answered 200 with an error: Teams answered 404',
  });
});
