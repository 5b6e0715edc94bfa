import { useRef, useState } from 'preact/hooks';
import { navigate } from '../address.js';
import { Notice } from '../parts/notice.tsx';
import { parseLabel, type Labels } from './label-query.js';
import { linkToLabels } from './labels.tsx';

/** The labels by which the list is filtered, as chips, and a field to add one. */
export function LabelFilter({ labels }: { readonly labels: Labels }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const remove = (name: string) => {
    const { [name]: _, ...rest } = labels;
    // The focused button is removed with its chip.
    input.current?.focus();
    navigate(linkToLabels(rest));
  };
  return (
    <form
      class="bar"
      aria-label="Filter by label"
      onSubmit={(event) => {
        event.preventDefault();
        const label = parseLabel(input.current?.value ?? '');
        setProblem(label === undefined ? 'Enter a label with its value, like team=db.' : undefined);
        if (label === undefined) return;
        if (input.current !== null) input.current.value = '';
        navigate(linkToLabels({ ...labels, [label[0]]: label[1] }));
      }}
    >
      <input ref={input} aria-label="Label" placeholder="Label, like team=db" required spellcheck={false} />
      <button type="submit">Filter</button>
      <ul class="chips">
        {Object.entries(labels).map(([name, value]) => (
          <li key={name}>
            <span>
              <bdi>{name}</bdi>=<bdi>{value}</bdi>
            </span>
            <button type="button" onClick={() => remove(name)}>
              <span aria-hidden="true">×</span>
              <span class="unseen">
                Remove {name}={value}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problem === undefined ? null : <Notice kind="bad">{problem}</Notice>}
    </form>
  );
}
