import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { projectOfNew } from '../address.js';
import { dropEmpty, fillDefaults, type Schema } from '../design/describe-schema.js';
import { describeAlerts, type Conditions } from './describe-conditions.js';
import { describeReceiver } from './describe-records.js';
import type { Protocol } from './protocols.tsx';

export type Subscription = Required<Schemas['SubscriptionInfo']>;

/** What few subscriptions need. */
export const MORE: Schema = {
  properties: {
    group: {
      title: 'Send together, as one message',
      description: 'Leave empty to send each change by itself.',
      properties: {
        by: {
          type: 'array',
          items: { type: 'string' },
          description: 'Fields of which alerts of a group have the same values, such as rule or labels.site.',
        },
        wait: {
          title: 'Wait for others (seconds)',
          type: 'integer',
          minimum: 0,
          maximum: 3_600,
          default: 30,
        },
        interval: {
          title: 'At most every (seconds)',
          type: 'integer',
          minimum: 60,
          maximum: 86_400,
          default: 300,
        },
      },
    },
    remind: {
      title: 'Remind of open alerts',
      properties: {
        every: {
          title: 'Every (seconds)',
          type: 'integer',
          minimum: 300,
          description: 'Such as 3600. Empty: no reminders.',
        },
        until: { enum: ['ACKNOWLEDGED', 'RESOLVED'], default: 'ACKNOWLEDGED' },
      },
    },
    actions: {
      type: 'boolean',
      title: 'Links to acknowledge, resolve and silence in messages',
      description: 'On by default for Slack, Teams and email.',
    },
    timezone: { title: 'Time zone of the times in messages', type: 'string', default: 'UTC' },
    template: {
      type: 'string',
      maxLength: 65_536,
      description:
        'A JSONata expression that makes another message. Without it, messages are sent as they are.',
    },
  },
};

export interface SubscriptionDraft {
  readonly protocol_id: string;
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly conditions: Conditions;
  /** Whether only steps of escalations tell it. */
  readonly isStep: boolean;
  /** `undefined`: those that a new subscription gets by itself. */
  readonly kinds: readonly string[] | undefined;
  readonly project_id: string;
  readonly more: Readonly<Record<string, unknown>>;
}

const MAX_NAME = 255;

/** Returns a name for a subscription to which nobody gave one. */
export function nameOf(
  { options, conditions, isStep }: SubscriptionDraft,
  protocol: Protocol | undefined,
): string {
  const receiver = describeReceiver(protocol?.name ?? 'subscription', dropEmpty(options));
  return `${receiver}: ${isStep ? 'escalations' : describeAlerts(conditions)}`.slice(0, MAX_NAME);
}

/** Returns what the draft says, as requests say it. @param first as the form was opened with */
export function toBody(
  draft: SubscriptionDraft,
  first: SubscriptionDraft,
  protocol: Protocol | undefined,
  isEdit: boolean,
) {
  const { group, remind, template, timezone, actions } = fillDefaults(MORE, draft.more, first.more);
  const cleared = isEdit ? null : undefined;
  return {
    name: draft.name.trim() || nameOf(draft, protocol),
    options: dropEmpty(draft.options),
    ...draft.conditions,
    kinds: draft.kinds,
    trigger: draft.isStep ? 'ESCALATION' : 'CHANGE',
    group: group ?? cleared,
    remind: remind ?? cleared,
    template: template ?? cleared,
    timezone,
    actions,
  };
}

/** Returns the draft of a stored subscription, of a copy of it, or of a new one. */
export function createDraft(record: Subscription | null, isEdit: boolean): SubscriptionDraft {
  if (record === null)
    return {
      ...{ protocol_id: '', name: '', options: {}, conditions: { filter: [], filter_or: [] }, isStep: false },
      ...{ kinds: undefined, project_id: projectOfNew(), more: {} },
    };
  const { protocol_id, name, options, filter, filter_or, trigger, kinds, project_id } = record;
  const { group, remind, template, timezone, actions } = record;
  return {
    ...{ protocol_id, name: isEdit ? name : `${name} (copy)`, kinds, project_id: project_id ?? '' },
    // Of a copy, secrets must be given again: `***` keeps a stored one.
    options: isEdit
      ? options
      : Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '***')),
    conditions: { filter, filter_or } as unknown as Conditions,
    isStep: trigger === 'ESCALATION',
    more: {
      ...(group && { group }),
      ...(remind && { remind }),
      ...(template && { template }),
      timezone,
      actions,
    },
  };
}
