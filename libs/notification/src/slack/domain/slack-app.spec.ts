import { describe, expect, it } from 'vitest';
import { APP_KEY_PATTERN, generateAppKey, hashAppKey, SlackApp, type NewSlackApp } from './slack-app.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const SECRET = 's'.repeat(32);
const create = (more: Partial<NewSlackApp> = {}) =>
  SlackApp.create({ domain_id: 'd', name: 'app', signing_secret: SECRET, ...more }, 'key', NOW);

describe('the key of an app', () => {
  it('is never the same twice', () => {
    const keys = Array.from({ length: 1_000 }, generateAppKey);
    expect(new Set(keys).size).toBe(1_000);
    expect(keys.every((key) => APP_KEY_PATTERN.test(key))).toBe(true);
  });

  it('is not stored', () => {
    const app = create();
    expect(app.app_key_digest).toEqual(hashAppKey('key'));
    expect(JSON.stringify(app)).not.toContain('"key"');
  });
});

describe('a Slack app', () => {
  it.each([
    ['signing_secret', { signing_secret: 'short' }],
    ['signing_secret', { signing_secret: `${SECRET} x` }],
    ['bot_token', { bot_token: '' }],
    ['bot_token', { bot_token: 'xoxb 1' }],
    ['requires_known_user', { requires_known_user: true }],
  ])('is refused with a wrong %s', (field, more) => {
    expect(() => create(more)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    );
  });

  it('changes what is given', () => {
    const app = create({ bot_token: 'xoxb-1', requires_known_user: true });
    expect(app.update({ name: 'app', bot_token: undefined }, NOW)).toBe(false);
    expect(app.update({ name: 'other' }, NOW)).toBe(true);
    expect(app).toMatchObject({ name: 'other', bot_token: 'xoxb-1' });
    expect(app.updated_at.getTime()).toBeGreaterThan(NOW.getTime());
    expect(() => app.update({ bot_token: null }, NOW)).toThrow(/requires_known_user needs a bot_token/);
  });
});
