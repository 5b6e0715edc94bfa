import type { AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { describeAcknowledgement, describeResolution } from '../../actions/application/describe-end.js';
import type { ButtonAction } from '../../actions/domain/action-button.js';
import { SILENCE_HOURS } from '../../actions/application/act-on-alert.js';
import { escapeMrkdwn } from '../../protocols/slack/render.js';
import { formatTime } from '../../protocols/summarize.js';

/** Why a press does nothing. */
export type PressRefusal =
  | { readonly reason: 'ended' | 'gone' | 'unknown_person' | 'viewer' | 'failed' }
  | { readonly reason: 'resolved' | 'acknowledged'; readonly alert: AlertInfo; readonly timezone: string }
  | {
      readonly reason: 'silenced';
      readonly by: string;
      readonly ends_at: Date;
      readonly timezone: string;
    };

const OPEN_INSTEAD = 'open the alert in Tocsin instead';

/** Returns what whoever has pressed reads, in mrkdwn. */
export function describeRefusal(refusal: PressRefusal): string {
  return `Nothing was done. ${linkPeople(escapeMrkdwn(explain(refusal)))}`;
}

function explain(refusal: PressRefusal): string {
  switch (refusal.reason) {
    case 'ended':
      return `The subscription of this message is deleted, is disabled or has no buttons of this app any more: ${OPEN_INSTEAD}.`;
    case 'gone':
      return 'The alert is no longer kept.';
    case 'unknown_person':
      return 'Only people may act here whose e-mail address in Slack is that of a user of Tocsin: ask your administrator for an API key with yours.';
    case 'viewer':
      return 'Your role in Tocsin is VIEWER, which may only read: ask your administrator for the role MEMBER.';
    case 'failed':
      return 'That did not work: press the button again in a minute.';
    case 'resolved':
      return `${describeResolution(refusal.alert, refusal.timezone)}.`;
    case 'acknowledged':
      return `${describeAcknowledgement(refusal.alert, refusal.timezone)}.`;
    case 'silenced':
      return `${refusal.by} silenced it until ${formatTime(refusal.ends_at.toISOString(), refusal.timezone)}.`;
  }
}

/** Returns what is said after an action; `undefined`: the message of the alert says it itself. */
export function describeDone(action: ButtonAction, isToldOfAcknowledgements: boolean): string | undefined {
  const hours = SILENCE_HOURS[action];
  if (hours !== undefined)
    return `Silenced for ${hours === 1 ? '1 hour' : `${hours} hours`}. The alert stays open.`;
  if (action === 'resolve') return 'Resolved. If its source still reports it in an hour, it opens again.';
  return isToldOfAcknowledgements ? undefined : 'Acknowledged.';
}

/** Lets Slack show the names of people who are known by their id only. */
function linkPeople(text: string): string {
  return text.replaceAll(/(?<!\S)slack:([A-Z0-9]{1,64})(?!\S)/g, '<@$1>');
}
