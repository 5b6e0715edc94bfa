const BAR_WIDTH = 4;
const HEIGHT = 24;

/** Counts of the last hours as small bars, the present hour last. */
export function Sparkline({ counts, label }: { readonly counts: readonly number[]; readonly label: string }) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${counts.length * BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {counts.map((count, index) => {
        // An hour with a single event can still be seen; one without has a base line.
        const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
        return (
          <rect
            key={index}
            class={count === 0 ? 'none' : undefined}
            x={index * BAR_WIDTH}
            y={HEIGHT - height}
            width={BAR_WIDTH - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}
