import { describe, expect, it } from 'vitest';
import { decideTellingState, type TellingFacts, type TellingState } from './telling-record.js';

const NOTHING: TellingFacts = {
  ...{ isOpen: true, told: 0, waiting: 0, failed: 0, silenced: 0, inhibited: 0 },
  ...{ escalates: false, isSilenced: false, isInhibited: false, isUnread: false, isForgotten: false },
};

describe('what became of the messages of an alert', () => {
  it.each<[TellingState, string, Partial<TellingFacts>]>([
    ['NOBODY', 'nothing is known of it', {}],
    ['PENDING', 'its last change was not read', { isUnread: true }],
    ['FORGOTTEN', 'its notifications may be gone', { isForgotten: true }],
    ['PENDING', 'an old one has just changed', { isForgotten: true, isUnread: true }],
    ['TOLD', 'somebody was told, whatever follows', { told: 1, waiting: 1, failed: 1, isSilenced: true }],
    ['WAITING', 'something waits, even if something else failed', { waiting: 1, failed: 1 }],
    ['WAITING', 'a step of an escalation is to come', { escalates: true, failed: 1 }],
    ['SILENCED', 'the escalation goes on only after the silence', { escalates: true, isSilenced: true }],
    ['INHIBITED', 'or after the source', { escalates: true, isInhibited: true, isUnread: true }],
    ['FAILED', 'it failed before the silence', { failed: 1, isSilenced: true }],
    ['SILENCED', 'both hold it back', { silenced: 1, isSilenced: true, isInhibited: true }],
    ['INHIBITED', 'the source holds back what a silence did', { silenced: 1, isInhibited: true }],
    ['NOBODY', 'a silence applies, but nobody would be told', { isSilenced: true, isInhibited: true }],
    ['PENDING', 'whether somebody would be told is not decided yet', { isSilenced: true, isUnread: true }],
    ['FORGOTTEN', 'what was held back may be gone', { isInhibited: true, isForgotten: true }],
    ['NOBODY', 'what held it back has ended, and nobody was told', { silenced: 1, inhibited: 1 }],
    ['SILENCED', 'it was silenced until it was resolved', { isOpen: false, silenced: 1 }],
    ['INHIBITED', 'it was inhibited until it was resolved', { isOpen: false, inhibited: 1 }],
    ['NOBODY', 'it was resolved before the first step', { isOpen: false, escalates: true }],
  ])('%s: %s', (state, _, facts) => {
    expect(decideTellingState({ ...NOTHING, ...facts })).toBe(state);
  });
});
