import { describe, expect, it } from 'vitest';
import { aWebhook, NOW } from '../../../test/webhooks.js';
import { hashAccessKey } from '#shared/kernel/access-key.js';
import { chooseVersion } from './webhook.js';

const later = new Date(NOW.getTime() + 1000);

describe('Webhook', () => {
  it('starts ENABLED with a key, its settings and no tags', () => {
    const webhook = aWebhook({ name: '  Cafe\u0301 ' });

    expect(webhook).toMatchObject({
      state: 'ENABLED',
      name: 'Café',
      tags: {},
      settings: { deduplicate: true },
    });
    expect(webhook.webhook_id).toMatch(/^webhook_/);
    expect(webhook.access_key_digest).toEqual(hashAccessKey(webhook.access_key));
    expect(webhook.created_at).toBe(webhook.updated_at);
  });

  it('refuses names and tags beyond their lengths', () => {
    expect(() => aWebhook({ name: ' ' })).toThrow('name must have 1 to 255 characters');
    expect(() => aWebhook({ name: 'x'.repeat(256) })).toThrow('name');
    expect(aWebhook({ name: '😀'.repeat(255) }).name).toHaveLength(510);
    expect(() => aWebhook({ tags: { ['k'.repeat(129)]: '' } })).toThrow('tags');
    expect(() => aWebhook({ tags: { team: 'x'.repeat(257) } })).toThrow('tags.team');
    // Lengths are counted in characters, as for names.
    expect(aWebhook({ tags: { ['😀'.repeat(128)]: '😀'.repeat(256) } }).tags).toBeDefined();
    expect(() => aWebhook({ tags: { team: '😀'.repeat(257) } })).toThrow('tags.team');
    expect(() =>
      aWebhook({ tags: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, ''])) }),
    ).toThrow('tags');
  });

  it('changes what is given and replaces tags whole', () => {
    const webhook = aWebhook({ tags: { a: '1', b: '2' } });

    expect(webhook.update({ tags: { c: '3' }, settings: { max_rate: 5 } }, later)).toBe(true);
    expect(webhook).toMatchObject({ name: 'one', tags: { c: '3' }, updated_at: later });
    expect(webhook.tags).not.toHaveProperty('a');
    expect(webhook.settings).toMatchObject({ max_rate: 5, deduplicate: true });
  });

  it('says that nothing changed when a command is repeated', () => {
    const webhook = aWebhook({ tags: { a: '1', b: '2' } });
    const plugin = { version: '1.1.0', upgrade_mode: 'AUTO', options: {}, secret_options: {} } as const;

    expect(webhook.update({}, later)).toBe(false);
    expect(webhook.update({ name: ' one', tags: { b: '2', a: '1' }, settings: {} }, later)).toBe(false);
    expect(webhook.changePlugin(plugin, later)).toBe(false);
    expect(webhook.enable(later)).toBe(false);
    expect(webhook.disable(later)).toBe(true);
    expect(webhook.disable(later)).toBe(false);
    expect(webhook.enable(later)).toBe(true);
  });

  it('keeps the old key for the grace', () => {
    const webhook = aWebhook();
    const before = webhook.access_key_digest;

    webhook.rotateAccessKey({ grace_seconds: 60 }, NOW);

    expect(webhook.access_key_digest).not.toEqual(before);
    expect(webhook.previous_access_key_digest).toEqual(before);
    expect(webhook.previous_access_key_expires_at).toEqual(new Date(NOW.getTime() + 60_000));
  });

  it('keeps an old key for its grace when it is rotated again, unless told to end it', () => {
    const webhook = aWebhook();

    webhook.rotateAccessKey({ grace_seconds: 60 }, NOW);
    const { access_key } = webhook;
    expect(() => webhook.rotateAccessKey({ grace_seconds: 60 }, NOW)).toThrow('end_grace');
    expect(webhook.access_key).toBe(access_key);
    webhook.rotateAccessKey({ end_grace: true }, NOW);

    expect(webhook).toMatchObject({ previous_access_key_digest: null, previous_access_key_expires_at: null });
  });

  it.each([-1, 1.5, 30 * 86_400 + 1])('refuses a grace of %d seconds', (seconds) => {
    expect(() => aWebhook().rotateAccessKey({ grace_seconds: seconds }, NOW)).toThrow('grace_seconds');
  });
});

const auto = { version: '1.0.0', upgrade_mode: 'AUTO' } as const;
const manual = { version: '1.0.0', upgrade_mode: 'MANUAL' } as const;

describe('chooseVersion', () => {
  it('keeps version and mode if nothing is requested', () => {
    expect(chooseVersion(auto, {})).toEqual(auto);
    expect(chooseVersion(manual, {})).toEqual(manual);
  });

  it('pins a version that is given alone or with MANUAL', () => {
    expect(chooseVersion(auto, { version: '2.0.0' })).toEqual({ version: '2.0.0', upgrade_mode: 'MANUAL' });
    expect(chooseVersion(auto, { version: '2.0.0', upgrade_mode: 'MANUAL' }).upgrade_mode).toBe('MANUAL');
  });

  it('pins the version in force with MANUAL alone', () => {
    expect(chooseVersion(auto, { upgrade_mode: 'MANUAL' })).toEqual(manual);
  });

  it('keeps the version when the mode becomes AUTO', () => {
    expect(chooseVersion(manual, { upgrade_mode: 'AUTO' })).toEqual(auto);
  });

  it('refuses a version with AUTO', () => {
    expect(() => chooseVersion(auto, { version: '2.0.0', upgrade_mode: 'AUTO' }, 'plugin_info.')).toThrow(
      'plugin_info.version cannot be given with upgrade_mode AUTO',
    );
  });
});
