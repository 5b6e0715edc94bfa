import { Flag } from '../design/schema-form.tsx';

/** The kinds of messages, with what they say. Those of the first list are sent if nobody chooses. */
const KINDS = {
  'alert.opened': 'An alert opened',
  'alert.reopened': 'It fires again',
  'alert.escalated': 'It became worse',
  'alert.deescalated': 'It became better',
  'alert.acknowledged': 'Somebody acknowledged it',
  'alert.unacknowledged': 'The acknowledgement ended',
  'alert.resolved': 'It is resolved',
  'alert.flapping': 'It is flapping',
  'alert.assigned': 'It was assigned',
  'alert.noted': 'Somebody wrote a note',
  'source.silent': 'A heartbeat is missing',
  'source.back': 'The heartbeat is back',
  'delivery.quarantined': 'Deliveries could not be read',
  'quota.low': 'A quota is nearly used up',
  'quota.exhausted': 'A quota is used up',
  'subscription.failing': 'Another subscription is failing',
  'on_call.gap': 'Nobody will be on call',
  'on_call.failing': 'A calendar cannot be read',
  'escalation.unreached': 'An escalation reached nobody',
} as const;

/** Those that are sent only if somebody asks for them. */
const ASKED: ReadonlySet<string> = new Set([
  ...['source.silent', 'source.back', 'delivery.quarantined', 'escalation.unreached'],
  ...['alert.assigned', 'alert.noted'],
]);

interface Properties {
  readonly isStep: boolean;
  readonly kinds: readonly string[] | undefined;
  readonly onChange: (part: { readonly isStep?: boolean; readonly kinds?: readonly string[] }) => void;
  readonly refusal: string | undefined;
}

/** What a subscription is told of. */
export function KindPicker({ isStep, kinds, onChange, refusal }: Properties) {
  const known = Object.keys(KINDS);
  const chosen = kinds ?? known.filter((kind) => !ASKED.has(kind));
  return (
    <>
      <Flag
        label="Only when a step of an escalation says so"
        help="It is then told of the alert, and of what follows."
        isSet={isStep}
        onChange={(isSet) => onChange({ isStep: isSet })}
      />
      <fieldset class="group">
        <legend>Tell when</legend>
        {refusal === undefined ? null : <p class="refusal">{refusal}</p>}
        <div class="kinds">
          {Object.entries(KINDS).map(([kind, text]) => (
            <label key={kind} class="check">
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                onChange={({ currentTarget }) =>
                  onChange({
                    kinds: currentTarget.checked ? [...chosen, kind] : chosen.filter((each) => each !== kind),
                  })
                }
              />
              {text}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
