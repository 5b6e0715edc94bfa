import { Plus, X } from 'lucide';
import { useId, useState } from 'preact/hooks';
import { dropEmpty, kindOf, nameProperty, type Schema } from './describe-schema.js';
import { FormField } from './form-field.tsx';
import { Icon } from './icon.tsx';

type Value = Readonly<Record<string, unknown>>;

interface Properties {
  /** The JSON Schema of an object, such as the options of a protocol or of a plugin. */
  readonly schema: Schema;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The reasons of refused fields by their paths below this object, such as `fields.title`. */
  readonly refusals?: ReadonlyMap<string, string>;
  /** The path of this object within the form. */
  readonly path?: string;
}

/** The fields of an object, each with the control that its schema asks for. Required ones come first. */
export function SchemaForm({ schema, value, onChange, refusals = new Map(), path = '' }: Properties) {
  const required = schema.required ?? [];
  const properties = Object.entries(schema.properties ?? {}).toSorted(
    ([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)),
  );
  return (
    <div class="form">
      {properties.map(([name, property]) => (
        <Property
          key={name}
          name={name}
          schema={property}
          isRequired={required.includes(name)}
          value={value[name]}
          onChange={(next) => onChange({ ...value, [name]: next })}
          refusals={refusals}
          path={path === '' ? name : `${path}.${name}`}
        />
      ))}
    </div>
  );
}

interface PropertyProperties {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly refusals: ReadonlyMap<string, string>;
  readonly path: string;
}

function Property({ name, schema, isRequired, value, onChange, refusals, path }: PropertyProperties) {
  const label = nameProperty(name, schema);
  const help = schema.description?.replaceAll('`', '');
  const refusal = refusals.get(path);
  const shared = { label, help, refusal, isRequired };
  const text = value === undefined || value === null ? '' : String(value);
  const placeholder = schema.default === undefined ? undefined : String(schema.default);
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    onChange(currentTarget.value);
  switch (kindOf(schema)) {
    case 'flag':
      return <Flag label={label} help={help} isSet={value === true} onChange={(isSet) => onChange(isSet)} />;
    case 'choice':
      return (
        <FormField {...shared}>
          <select value={text} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}>
            <option value="">{placeholder ?? 'Default'}</option>
            {schema.enum?.map((each) => (
              <option key={String(each)} value={String(each)}>
                {String(each)}
              </option>
            ))}
          </select>
        </FormField>
      );
    case 'number':
      return (
        <FormField {...shared}>
          <input
            type="number"
            min={schema.minimum}
            max={schema.maximum}
            placeholder={placeholder}
            value={text}
            onInput={({ currentTarget }) =>
              onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
            }
          />
        </FormField>
      );
    case 'list':
      return (
        <FormField {...shared} help={[help, 'One in each line.'].filter(Boolean).join(' ')}>
          <textarea
            value={Array.isArray(value) ? value.join('\n') : ''}
            onInput={({ currentTarget }) => onChange(currentTarget.value.split('\n'))}
          />
        </FormField>
      );
    case 'pairs':
      return (
        <Pairs
          label={label}
          help={help}
          refusal={refusal}
          isSecret={schema.writeOnly === true}
          value={(value ?? {}) as Readonly<Record<string, string>>}
          onChange={onChange}
        />
      );
    case 'group':
      return (
        <fieldset class="group">
          <legend>{label}</legend>
          {help === undefined ? null : <p class="help">{help}</p>}
          <SchemaForm
            // What an optional group requires is required only once something is entered in it.
            schema={isRequired || hasEntries(value) ? schema : { ...schema, required: [] }}
            value={(value ?? {}) as Value}
            onChange={onChange}
            refusals={refusals}
            path={path}
          />
        </fieldset>
      );
    default:
      return (
        <FormField {...shared}>
          {(schema.maxLength ?? 0) > 4_096 ? (
            <textarea value={text} placeholder={placeholder} onInput={onInput} />
          ) : (
            <input
              // Secrets are not shown to those who look over a shoulder. A stored one arrives as `***`, which keeps it.
              type={inputType(schema.writeOnly === true)}
              autocomplete="off"
              value={text}
              placeholder={placeholder}
              onInput={onInput}
            />
          )}
        </FormField>
      );
  }
}

const hasEntries = (value: unknown): boolean => Object.keys(dropEmpty((value ?? {}) as Value)).length > 0;

/** Typed as `text`, because the attributes of the two are the same. */
const inputType = (isSecret: boolean): 'text' => (isSecret ? 'password' : 'text') as 'text';

interface FlagProperties {
  readonly label: string;
  readonly help?: string | undefined;
  readonly isSet: boolean;
  readonly onChange: (isSet: boolean) => void;
}

/** A checkbox with its label and what it does. */
export function Flag({ label, help, isSet, onChange }: FlagProperties) {
  const id = useId();
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={isSet}
          aria-describedby={`${id}-help`}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
      <p id={`${id}-help`} class="help">
        {help}
      </p>
    </div>
  );
}

interface PairsProperties {
  readonly label: string;
  readonly help?: string | undefined;
  readonly refusal?: string | undefined;
  readonly isSecret?: boolean;
  readonly value: Readonly<Record<string, string>>;
  readonly onChange: (value: Readonly<Record<string, string>>) => void;
}

type Pair = readonly [name: string, text: string];

/**
 * Names and values that the user may add and remove, such as labels or headers. While two names are equal, as those of `env` and
 * the beginning of `environment` are, both stay, and the form cannot be sent.
 */
export function Pairs({ label, help, refusal, isSecret = false, value, onChange }: PairsProperties) {
  const [own, setOwn] = useState({ pairs: Object.entries(value) as readonly Pair[], value });
  // What was not entered here is shown as it is, such as what the service has stored.
  const pairs: readonly Pair[] = own.value === value ? own.pairs : Object.entries(value);
  const change = (next: readonly Pair[]) => {
    const entered = Object.fromEntries(next.filter((pair) => pair.join('') !== ''));
    setOwn({ pairs: next, value: entered });
    onChange(entered);
  };
  const replace = (index: number, pair: Pair) =>
    change(pairs.map((each, at) => (at === index ? pair : each)));
  const names = pairs.map(([name]) => name);
  const isTwice = (name: string, index: number) => names.indexOf(name) !== index;
  const twice = names.find(isTwice);
  const reason = twice === undefined ? '' : `${twice || 'A pair without a name'} is there twice`;
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {reason === '' && refusal === undefined ? null : <p class="refusal">{reason || refusal}</p>}
      {help === undefined ? null : <p class="help">{help}</p>}
      {pairs.map(([name, text], index) => (
        // By position: the name is what the user is changing.
        <div key={index} class="pair">
          <input
            ref={(input) => input?.setCustomValidity(isTwice(name, index) ? reason : '')}
            aria-label={`Name ${index + 1} of ${label}`}
            aria-invalid={isTwice(name, index) ? 'true' : undefined}
            placeholder="name"
            value={name}
            onInput={({ currentTarget }) => replace(index, [currentTarget.value, text])}
          />
          <input
            aria-label={`Value ${index + 1} of ${label}`}
            placeholder="value"
            type={inputType(isSecret)}
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => replace(index, [name, currentTarget.value])}
          />
          <button
            type="button"
            class="quiet icon-only"
            aria-label={`Remove ${name || `pair ${index + 1}`} of ${label}`}
            onClick={() => change(pairs.filter((_, at) => at !== index))}
          >
            <Icon of={X} />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="small"
        disabled={names.includes('')}
        onClick={() => change([...pairs, ['', '']])}
      >
        <Icon of={Plus} />
        Add<span class="unseen"> to {label}</span>
      </button>
    </fieldset>
  );
}
