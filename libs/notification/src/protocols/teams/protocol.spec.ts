import { expect, it } from 'vitest';
import { alertNotice, outgoing } from '../../../test/notices.js';
import { recordingHttp } from '../../../test/recording-http.js';
import { createTeamsProtocol } from './protocol.js';

const WORKFLOW =
  'https://default0.0a.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=s3cret';
const failureOf = (what: string) => `Webhook message delivery failed with error: ${what}`;
const refusal = (status: number) =>
  failureOf(
    `Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=0,server=PROD,cv=x.0..`,
  );

async function send(status: number, body: object | string = '', url = WORKFLOW) {
  const { http } = recordingHttp(() => ({ status, body }));
  const { verdict } = await createTeamsProtocol(http).send(outgoing(alertNotice('opened'), { url }));
  return verdict;
}

it.each<[status: number, body: string, outcome: string]>([
  [202, '', 'sent'],
  [200, '1', 'sent'],
  [200, refusal(429), 'retry'],
  [200, refusal(502), 'retry'],
  [200, refusal(400), 'failed'],
  [200, refusal(404), 'failed'],
  [200, refusal(413), 'failed'],
  [200, failureOf('Error contacting Microsoft Teams endpoint'), 'retry'],
  [429, '', 'retry'],
  [400, '', 'failed'],
])('an answer %i "%s" is %s', async (status, body, outcome) => {
  expect((await send(status, body)).outcome).toBe(outcome);
});

it('names the status of Teams', async () => {
  expect(await send(200, refusal(413))).toMatchObject({
    reason: 'answered 200 with an error: Teams answered 413',
  });
});

it('a card with the words of a failure that a workflow answers with was sent', async () => {
  expect((await send(200, { title: refusal(429) })).outcome).toBe('sent');
});

const KEPT = 'answered 404';
it.each([
  [401, WORKFLOW, /: choose Anyone for "Who can trigger the flow\?"/],
  [403, WORKFLOW, /: choose Anyone/],
  [404, WORKFLOW, new RegExp(`^${KEPT}$`)],
  [
    404,
    'https://prod-12.westeurope.logic.azure.com:443/workflows/1',
    /: addresses of workflows at logic\.azure\.com ended/,
  ],
  [
    404,
    'https://example.webhook.office.com/webhookb2/1',
    /: connectors of Microsoft 365 have ended: create a workflow/,
  ],
  [404, 'https://logic.azure.com.example.com/', new RegExp(`^${KEPT}$`)],
  // The cloud of the US government keeps its addresses.
  [404, 'https://prod-12.usgovtexas.logic.azure.us/workflows/1', new RegExp(`^${KEPT}$`)],
])('a final answer %i of %s says what to do', async (status, url, reason) => {
  const verdict = await send(status, {}, url);
  expect(verdict).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(reason) });
  expect(JSON.stringify(verdict)).not.toContain('s3cret');
});

it('explains no answer after which an attempt may succeed', async () => {
  expect(await send(503, {}, 'https://a.logic.azure.com/')).toMatchObject({ reason: 'answered 503' });
});
