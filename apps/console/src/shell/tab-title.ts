import { effect, signal } from '@preact/signals';
import { openAlerts } from '../alerts/live-alerts.js';
import { session } from '../session.js';

/** The number of characters of the heading that the title of the browser tab gets. */
const MAX_TITLE_LENGTH = 100;

/** The heading of the present screen. */
export const pageTitle = signal('');

/** Milliseconds. Browsers redraw the tab at every change of its icon, which nobody can read faster. */
const ICON_INTERVAL_MS = 1_000;
let iconTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows the number of open alerts in the title and the icon of the tab, as mail programs do. */
export function showOpenCountInTab(): () => void {
  const stop = effect(() => {
    const count = session.value ? openAlerts.value.length : 0;
    const prefix = count === 0 ? '' : `(${count}) `;
    document.title = `${prefix}${pageTitle.value.slice(0, MAX_TITLE_LENGTH)} · Tocsin`;
    iconTimer ??= setTimeout(drawIcon, ICON_INTERVAL_MS);
  });
  return () => {
    stop();
    clearTimeout(iconTimer);
    iconTimer = undefined;
  };
}

const BELL =
  'M16 6.5a7 7 0 0 0-7 7v4.2l-1.9 3.6a1 1 0 0 0 .9 1.5h16a1 1 0 0 0 .9-1.5L23 17.7v-4.2a7 7 0 0 0-7-7Z';

function drawIcon(): void {
  iconTimer = undefined;
  const alerts = session.value ? openAlerts.peek() : [];
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link === null) return;
  const isCritical = alerts[0]?.severity === 'CRITICAL';
  const dot =
    alerts.length === 0
      ? ''
      : `<circle cx="24" cy="8" r="7" fill="${isCritical ? '#d92d20' : '#e08600'}" stroke="#fff" stroke-width="2"/>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4254d0"/>` +
    `<path d="${BELL}" fill="#fff"/><path d="M13 24.3a3 3 0 0 0 6 0Z" fill="#fff"/>${dot}</svg>`;
  const href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  if (link.href !== href) link.href = href;
}
