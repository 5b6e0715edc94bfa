import { useState } from 'preact/hooks';

/** The spans that are offered, as values of `from`. An empty one has no limit. */
const OFFERED = [
  ['now - 1h', 'Last hour'],
  ['now - 1d', 'Last 24 hours'],
  ['now - 7d', 'Last 7 days'],
  ['now - 30d', 'Last 30 days'],
  ['', 'All time'],
] as const;

const OTHER = 'other';

interface Properties {
  readonly from: string;
  readonly to: string;
  /** Called when one of the offered spans is chosen. */
  readonly onChoose: (from: string) => void;
}

/** The span of a search: one of those that are offered, or two fields for any other. */
export function TimeRange({ from, to, onChoose }: Properties) {
  const offered = to === '' ? OFFERED.find(([value]) => value === from) : undefined;
  const [isOther, setOther] = useState(false);
  const isShown = isOther || offered === undefined;
  return (
    <>
      <select
        aria-label="Time"
        class="narrow"
        value={isShown ? OTHER : offered[0]}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === OTHER);
          if (value !== OTHER) onChoose(value);
        }}
      >
        {OFFERED.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
        <option value={OTHER}>Other …</option>
      </select>
      {isShown ? (
        <>
          <input
            class="narrow"
            name="from"
            aria-label="From"
            placeholder="from, no limit"
            defaultValue={from}
            key={`from ${from}`}
          />
          <input
            class="narrow"
            name="to"
            aria-label="To"
            placeholder="to now"
            defaultValue={to}
            key={`to ${to}`}
          />
        </>
      ) : null}
    </>
  );
}
