import { ArrowDown, ArrowUp, Plus, X } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import type { Receivers } from './receivers.js';

export interface Step {
  /** Identifies the step in the form. */
  readonly key: number;
  /** Seconds from the opening of the alert. */
  readonly after: number;
  readonly subscriptions: readonly string[];
  /** The id of a schedule; empty: none. */
  readonly on_call: string;
}

interface Properties {
  readonly steps: readonly Step[];
  readonly receivers: Receivers;
  readonly onChange: (steps: readonly Step[]) => void;
  readonly refusal: string | undefined;
}

const MINUTE = 60;
/** Seconds after the last step that a new one is told. */
const NEXT_AFTER = 600;

/** The steps of an escalation along a line, with their times and receivers. */
export function StepEditor({ steps, receivers, onChange, refusal }: Properties) {
  const replace = (at: number, part: Partial<Step>) =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...part } : step)));
  const add = () => {
    const after = steps.length === 0 ? 0 : (steps.at(-1)?.after ?? 0) + NEXT_AFTER;
    const key = Math.max(0, ...steps.map((step) => step.key)) + 1;
    onChange([...steps, { key, after, subscriptions: [], on_call: '' }]);
  };
  /** The times stay in their order; who is told at them changes places. */
  const move = (at: number, by: number) => {
    const [one, other] = [steps[at], steps[at + by]];
    if (one === undefined || other === undefined) return;
    onChange(
      steps.map((step, index) =>
        index === at
          ? { ...other, after: one.after }
          : index === at + by
            ? { ...one, after: other.after }
            : step,
      ),
    );
  };
  return (
    <fieldset class="group">
      <legend>Steps</legend>
      {refusal === undefined ? null : <p class="refusal">{refusal}</p>}
      <ol class="steps">
        {steps.map((step, at) => (
          <li key={step.key}>
            <div class="bar">
              <label class="check">
                After
                <Minutes number={at + 1} after={step.after} onChange={(after) => replace(at, { after })} />
                min
              </label>
              <span class="end bar">
                <IconButton
                  label={`Move step ${at + 1} up`}
                  of={ArrowUp}
                  isOff={at === 0}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  label={`Move step ${at + 1} down`}
                  of={ArrowDown}
                  isOff={at === steps.length - 1}
                  onClick={() => move(at, 1)}
                />
                <IconButton
                  label={`Remove step ${at + 1}`}
                  of={X}
                  isOff={steps.length === 1}
                  onClick={() => onChange(steps.filter((each) => each !== step))}
                />
              </span>
            </div>
            <StepReceivers
              step={step}
              number={at + 1}
              receivers={receivers}
              onChange={(part) => replace(at, part)}
            />
          </li>
        ))}
      </ol>
      <button type="button" class="small" onClick={add}>
        <Icon of={Plus} />
        Add a step
      </button>
    </fieldset>
  );
}

interface MinutesProperties {
  readonly number: number;
  /** Seconds. */
  readonly after: number;
  readonly onChange: (after: number) => void;
}

function Minutes({ number, after, onChange }: MinutesProperties) {
  // What is typed, such as `1.`, stays as it is until the field is left.
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      type="number"
      class="minutes"
      aria-label={`Minutes until step ${number}`}
      min={0}
      step="any"
      value={typed ?? after / MINUTE}
      onInput={({ currentTarget: { value, validity } }) => {
        if (validity.badInput) return;
        setTyped(value);
        onChange(Math.max(0, Math.round(Number(value) * MINUTE)));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface ButtonProperties {
  readonly label: string;
  readonly of: Parameters<typeof Icon>[0]['of'];
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function IconButton({ label, of, isOff, onClick }: ButtonProperties) {
  return (
    <button type="button" class="quiet small icon-only" aria-label={label} disabled={isOff} onClick={onClick}>
      <Icon of={of} />
    </button>
  );
}

interface StepProperties {
  readonly step: Step;
  readonly number: number;
  readonly receivers: Receivers;
  readonly onChange: (part: Partial<Step>) => void;
}

function StepReceivers({ step, number, receivers, onChange }: StepProperties) {
  const { subscriptions, on_call } = step;
  const chips = [
    ...subscriptions.map((id) => ({
      id,
      text: receivers.nameOf(id),
      remove: { subscriptions: subscriptions.filter((each) => each !== id) },
    })),
    ...(on_call === ''
      ? []
      : [{ id: on_call, text: `on call in ${receivers.nameOf(on_call)}`, remove: { on_call: '' } }]),
  ];
  const offered = receivers.subscriptions.filter(
    ({ subscription_id, trigger }) => trigger === 'ESCALATION' && !subscriptions.includes(subscription_id),
  );
  return (
    <div class="bar">
      {chips.map(({ id, text, remove }) => (
        <span key={id} class="chip">
          <bdi>{text}</bdi>
          <button
            type="button"
            class="quiet small icon-only"
            aria-label={`Remove ${text} from step ${number}`}
            onClick={() => onChange(remove)}
          >
            <Icon of={X} />
          </button>
        </span>
      ))}
      <select
        aria-label={`Tell in step ${number}`}
        value=""
        onChange={({ currentTarget }) => {
          const id = currentTarget.value;
          currentTarget.value = '';
          onChange(id.startsWith('on_call_') ? { on_call: id } : { subscriptions: [...subscriptions, id] });
        }}
      >
        <option value="">{chips.length === 0 ? 'Whom?' : 'And …'}</option>
        {receivers.onCalls.length === 0 ? null : (
          <optgroup label="Who is on call in">
            {receivers.onCalls.map(({ on_call_id, name }) => (
              <option key={on_call_id} value={on_call_id}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Subscriptions of escalations">
          {offered.map(({ subscription_id, name }) => (
            <option key={subscription_id} value={subscription_id}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
    </div>
  );
}
