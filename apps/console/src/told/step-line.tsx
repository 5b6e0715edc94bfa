import type { ComponentChildren } from 'preact';

interface Properties {
  readonly steps: readonly {
    readonly key: string;
    /** When the step is told, such as `After 10 min`. */
    readonly when: string;
    readonly what: ComponentChildren;
  }[];
}

/** Steps below each other along a line, each with its time. */
export function StepLine({ steps }: Properties) {
  return (
    <ol class="steps">
      {steps.map(({ key, when, what }) => (
        <li key={key}>
          <span class="step-when">{when}</span>
          <span>{what}</span>
        </li>
      ))}
    </ol>
  );
}
