import { formatCount } from '../format.js';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const LEVELS = 5;

/** Alerts by hour of the week, as a table whose cells are the darker the more there were. */
export function Week({ week }: { readonly week: readonly (readonly number[])[] }) {
  const most = Math.max(1, ...week.flat());
  return (
    // Focusable, so that it can be scrolled sideways with the keyboard.
    <div class="week" tabIndex={0} role="region" aria-label="Alerts by hour of the week">
      <table>
        <thead>
          <tr>
            <td />
            {Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col">
                {hour % 3 === 0 ? hour : <span class="unseen">{hour}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.map((hours, day) => (
            <tr key={DAYS[day]}>
              <th scope="row">{DAYS[day]}</th>
              {hours.map((count, hour) => (
                <td
                  key={hour}
                  class={`level-${Math.ceil((count / most) * LEVELS)}`}
                  title={`${DAYS[day]} ${hour}:00, ${formatCount(count)} alerts`}
                >
                  <span class="unseen">{count}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
