import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { SIGNATURE_SCHEMA } from './outgoing-calls.js';

const sign = (secret: string) =>
  new Webhook(Buffer.from(secret).toString('base64')).sign('notification_1', new Date(0), '{}');

it('the documented pattern matches signatures by one secret, and by two during a rotation', () => {
  const pattern = new RegExp(SIGNATURE_SCHEMA.pattern);
  const both = `${sign('the present secret')} ${sign('the previous secret')}`;
  for (const sent of [sign('the present secret'), both, ...SIGNATURE_SCHEMA.examples])
    expect(sent).toMatch(pattern);
  for (const other of ['', `${both} `, both.replace(' ', ','), both.replace(' v1,', ' ')])
    expect(other).not.toMatch(pattern);
});
