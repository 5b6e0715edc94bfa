import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { formatCount } from '../format.js';
import { Json } from '../parts/json.tsx';

/** The result of a preview: what a draft would have done. */
export function PreviewResult({
  preview,
  children,
}: {
  readonly preview: Pick<Schemas['SilencePreview'], 'by_severity' | 'first'>;
  readonly children: ComponentChildren;
}) {
  const severities = Object.entries(preview.by_severity).filter(([, count]) => count > 0);
  return (
    <section role="region" aria-label="Preview result">
      <p role="status">{children}</p>
      <p>{severities.map(([severity, count]) => `${severity} ${formatCount(count)}`).join(', ')}</p>
      {preview.first.length === 0 ? null : (
        <details>
          <summary>Oldest changes</summary>
          <Json value={preview.first} label="Oldest changes" />
        </details>
      )}
    </section>
  );
}
