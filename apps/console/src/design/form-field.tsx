import { useId } from 'preact/hooks';
import { cloneElement, type VNode } from 'preact';

interface Properties {
  readonly label: string;
  /** What the field is for, in a sentence. */
  readonly help?: string | undefined;
  /** Why the service refused the value. */
  readonly refusal?: string | undefined;
  readonly isRequired?: boolean;
  /** The control: an input, select or textarea. */
  readonly children: VNode<Record<string, unknown>>;
}

/** A control with its label, its help and the reason for which its value was refused. */
export function FormField({ label, help, refusal, isRequired = false, children }: Properties) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired ? null : <small> (optional)</small>}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': `${id}-help`,
        'aria-invalid': refusal === undefined ? undefined : 'true',
        required: isRequired,
      })}
      <div id={`${id}-help`}>
        {refusal === undefined ? null : <p class="refusal">{refusal}</p>}
        {help === undefined ? null : <p class="help">{help}</p>}
      </div>
    </div>
  );
}
