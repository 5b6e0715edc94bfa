import { describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { formatButtonName, formatButtonValue } from '../../actions/domain/action-button.js';
import { parsePress } from './parse-press.js';

const TARGET = { subscription_id: newId('subscription'), alert_id: newId('alert') };
const PAYLOAD = {
  type: 'block_actions',
  user: { id: 'U1', team_id: 'T1' },
  team: { id: 'T1' },
  response_url: 'https://hooks.slack.com/actions/T1/1/x',
  message: { team: 'T0', ts: '1.1' },
  actions: [
    {
      type: 'button',
      action_id: formatButtonName('resolve'),
      value: formatButtonValue(TARGET),
      action_ts: '1.2',
    },
  ],
};
const encode = (payload: unknown) =>
  Buffer.from(
    new URLSearchParams({
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    }).toString(),
  );
const parseWith = (more: object) => parsePress(encode({ ...PAYLOAD, ...more }));

describe('parsePress', () => {
  it('reads who has pressed what', () => {
    expect(parseWith({})).toEqual({
      ...{ action: 'resolve', target: TARGET, user_id: 'U1', team_id: 'T0' },
      response_url: 'https://hooks.slack.com/actions/T1/1/x',
    });
  });

  it('takes the workspace of the person if the message names none', () => {
    expect(parseWith({ message: undefined })).toMatchObject({ team_id: 'T1' });
  });

  it.each([
    ['another kind', { type: 'view_submission' }],
    ['no action', { actions: [] }],
    ['no list of actions', { actions: 'x' }],
    ['a button of another program', { actions: [{ action_id: 'approve', value: 'x' }] }],
    [
      'an action that does not exist',
      { actions: [{ action_id: 'tocsin_delete', value: formatButtonValue(TARGET) }] },
    ],
  ])('ignores %s', (_what, more) => {
    expect(parseWith(more)).toBeUndefined();
  });

  it.each([
    '',
    'x',
    TARGET.alert_id,
    `${TARGET.subscription_id} ${TARGET.alert_id} x`,
    `${TARGET.alert_id} ${TARGET.subscription_id}`,
    `${TARGET.subscription_id}  ${TARGET.alert_id}`,
    42,
    null,
  ])('knows no target of the value %j', (value) => {
    expect(parseWith({ actions: [{ ...PAYLOAD.actions[0], value }] })).toMatchObject({ target: undefined });
  });

  it.each([
    ['nothing', ''],
    ['no form', '{"type":"block_actions"}'],
    ['two payloads', `${encode(PAYLOAD).toString()}&${encode(PAYLOAD).toString()}`],
    ['no JSON', encode('{').toString()],
    ['a text', encode('"x"').toString()],
    ['null', encode('null').toString()],
    ['no user', encode({ ...PAYLOAD, user: null }).toString()],
    ['a user who would be markup', encode({ ...PAYLOAD, user: { id: '!channel>' } }).toString()],
  ])('refuses %s, naming the field', (_what, body) => {
    expect(() => parsePress(Buffer.from(body))).toThrow(/^payload must /);
  });

  it('names nowhere to answer if the address is none or too long', () => {
    for (const response_url of [undefined, 1, 'x'.repeat(3_000)])
      expect(parseWith({ response_url })).toMatchObject({ response_url: undefined });
  });
});
