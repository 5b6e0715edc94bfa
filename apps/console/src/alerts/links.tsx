import { BookOpen, ExternalLink, Image, LayoutDashboard } from 'lucide';
import { Icon } from '../design/icon.tsx';
import type { Alert } from './open-alerts.js';

type Link = Alert['links'][number];

const isRunbook = ({ name }: Link) => /runbook|playbook/i.test(name);
const isDashboard = ({ name }: Link) => /dashboard|panel|graph/i.test(name);
const isImage = ({ name }: Link) => /image|screenshot|picture/i.test(name);

/** Returns the page that says what to do about an alert. */
export const findRunbook = ({ links }: Pick<Alert, 'links'>): Link | undefined => links.find(isRunbook);

const rank = (link: Link): number =>
  [isRunbook, isDashboard, isImage].findIndex((is) => is(link)) + 1 || Number.MAX_SAFE_INTEGER;

/** Pages about the alert at other systems, runbooks first. The service accepts only addresses with http and https. */
export function Links({ links, acknowledged, state }: Alert) {
  if (links.length === 0) return null;
  // Who has taken an alert needs to know what to do next.
  const isNext = acknowledged && state === 'OPEN';
  return (
    <div class="bar links">
      {links
        .toSorted((a, b) => rank(a) - rank(b))
        .map((link) => (
          <a
            key={link.url}
            class={isNext && isRunbook(link) ? 'button primary' : 'button'}
            href={link.url}
            rel="noreferrer"
            title={link.url.slice(0, 300)}
          >
            <Icon of={iconOf(link)} />
            <bdi>{link.name}</bdi>
          </a>
        ))}
    </div>
  );
}

function iconOf(link: Link) {
  if (isRunbook(link)) return BookOpen;
  if (isDashboard(link)) return LayoutDashboard;
  return isImage(link) ? Image : ExternalLink;
}
