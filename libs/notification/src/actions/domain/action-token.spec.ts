import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ActionTokens, LINK_ACTIONS, type ActionGrant } from './action-token.js';

const [KEY, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const TOKENS = new ActionTokens(KEY, null);

const grants: fc.Arbitrary<ActionGrant> = fc.record({
  domain_id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/),
  subscription_id: fc.uuid(),
  alert_id: fc.uuid(),
  action: fc.constantFrom(...LINK_ACTIONS),
  assignee: fc.option(fc.emailAddress()),
  expires_at: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
});

it('reads back what it sealed, also with a key that is being replaced', () => {
  fc.assert(
    fc.property(grants, (grant) => {
      const token = TOKENS.seal(grant);
      expect(TOKENS.open(token)).toMatchObject(grant);
      expect(new ActionTokens(OTHER, KEY).open(token)).toMatchObject(grant);
      expect(new ActionTokens(OTHER, null).open(token)).toBeUndefined();
    }),
  );
});

it('opens no token that was altered in any way', () => {
  fc.assert(
    fc.property(
      grants,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.string(),
      (grant, place, mask, text) => {
        const token = TOKENS.seal(grant);
        const bytes = Buffer.from(token, 'base64url');
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        expect(TOKENS.open(bytes.toString('base64url'))).toBeUndefined();
        if (text !== '') expect(TOKENS.open(token + text)).toBeUndefined();
        expect(TOKENS.open(text)).toBeUndefined();
        expect(TOKENS.open(token.slice(0, place % token.length))).toBeUndefined();
      },
    ),
  );
});

it('gives each grant an id of its own, which contains nothing of the token', () => {
  fc.assert(
    fc.property(grants, grants, (one, two) => {
      const [first, second] = [TOKENS.open(TOKENS.seal(one)), TOKENS.open(TOKENS.seal(two))];
      expect(first?.link_id.equals(second?.link_id ?? Buffer.of())).toBe(
        TOKENS.seal(one) === TOKENS.seal(two),
      );
      expect(first?.link_id).toHaveLength(32);
    }),
  );
});
