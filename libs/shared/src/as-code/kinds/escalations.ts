import { getName, nameSchema, pick, type Info, type Kind } from '../kind.js';

const FIELDS = ['filter', 'filter_or', 'steps', 'fallback', 'repeat', 'until', 'acknowledged_for'];

export const ESCALATIONS: Kind = {
  section: 'escalations',
  noun: 'escalation',
  id: 'escalation_id',
  project: 'optional',
  fixed: [],
  seconds: ['steps.*.after', 'repeat.every', 'acknowledged_for'],
  filters: { filter: 'filter_or' },
  references: [
    { section: 'subscriptions', path: 'steps.*.subscriptions.*' },
    { section: 'on_call', path: 'steps.*.on_call' },
    { section: 'subscriptions', path: 'fallback' },
  ],
  schema: (api) => {
    const fields = pick(api['CreateEscalationRequest']?.properties ?? {}, ...FIELDS);
    const step = api['EscalationStep']?.properties ?? {};
    const items = {
      type: 'object',
      properties: {
        ...step,
        subscriptions: { ...step['subscriptions'], items: nameSchema('subscription') },
        on_call: nameSchema('schedule'),
      },
      required: ['after'],
      additionalProperties: false,
    };
    return {
      properties: { ...fields, steps: { ...fields['steps'], items }, fallback: nameSchema('subscription') },
      required: ['steps', 'fallback'],
    };
  },
  defaults: () => ({ filter: '', repeat: null, until: 'ACKNOWLEDGED', acknowledged_for: null }),
  complete: (terms) => ({
    ...terms,
    steps: (terms['steps'] as readonly Info[]).map(({ subscriptions, ...step }): Info => ({
      on_call: null,
      ...step,
      subscriptions: [...new Set(subscriptions as readonly string[] | undefined)],
    })),
  }),
  nameOf: getName,
  read: (info, references) => {
    const { steps, fallback, ...fields } = pick(info, ...FIELDS);
    return {
      ...fields,
      steps: (steps as readonly Info[]).map(({ after, subscriptions = [], on_call = null }) => ({
        after,
        subscriptions: (subscriptions as readonly string[]).map((id) =>
          references.toName('subscriptions', id),
        ),
        on_call: on_call === null ? null : references.toName('on_call', String(on_call)),
      })),
      fallback: references.toName('subscriptions', String(fallback)),
    };
  },
  write: ({ steps, fallback, ...terms }, references, name) => ({
    name,
    ...terms,
    steps: (steps as readonly Info[] | undefined)?.map(({ after, subscriptions, on_call }) => ({
      after,
      subscriptions: (subscriptions as readonly string[]).map((each) =>
        references.toId('subscriptions', each),
      ),
      on_call: typeof on_call === 'string' ? references.toId('on_call', on_call) : null,
    })),
    fallback: typeof fallback === 'string' ? references.toId('subscriptions', fallback) : undefined,
  }),
};
