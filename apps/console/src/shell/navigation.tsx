import { Bell, ChartColumn, LogOut, Search, Settings, SquareActivity, Waypoints } from 'lucide';
import { address, linkTo } from '../address.js';
import { openAlerts } from '../alerts/live-alerts.js';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { formatCount } from '../format.js';
import { session, signOut } from '../session.js';
import { openPalette } from './command-palette.tsx';
import { ProjectMenu } from './project-menu.tsx';

/** The screens in the order of a night: what is wrong, what was, who reports it, who is told. */
const SCREENS = [
  { screen: 'now', text: 'Now', icon: SquareActivity },
  { screen: 'search', text: 'Search', icon: Search },
  { screen: 'sources', text: 'Sources', icon: Waypoints },
  { screen: 'told', text: 'Who is told', icon: Bell },
  { screen: 'insights', text: 'Insights', icon: ChartColumn, isLess: true },
  { screen: 'settings', text: 'Settings', icon: Settings, isLess: true },
] as const;

/** The navigation of all screens, with the domain and the user. On a phone, it lies at the lower edge. */
export function Navigation() {
  const { screen } = address.value;
  // An alert belongs to the list of the open ones.
  const current = screen === 'alert' ? 'now' : screen;
  return (
    <header class="nav">
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <div class="brand">
        <img src="./icon.svg" alt="" />
        <span class="text">Tocsin</span>
      </div>
      <ProjectMenu />
      <button type="button" class="find" onClick={openPalette}>
        <Icon of={Search} />
        <span class="text">Find</span>
        <kbd>{isApple ? '⌘' : 'Ctrl'} K</kbd>
      </button>
      <nav aria-label="Screens">
        <ul>
          {SCREENS.map(({ screen: name, text, icon, ...more }) => (
            <li key={name} class={'isLess' in more ? 'less' : undefined}>
              <a href={linkTo(name)} aria-current={current === name ? 'page' : undefined} title={text}>
                <Icon of={icon} />
                <span class="text">{text}</span>
                {name === 'now' && openAlerts.value.length > 0 ? (
                  <span class="count">{formatCount(openAlerts.value.length)}</span>
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="nav-foot">
        <UserMenu />
      </div>
    </header>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Who is signed in, and in which domain. On a phone, it has the screens for which the bar has no room. */
function UserMenu() {
  const user = session.value?.user_id ?? '';
  return (
    <Menu
      menuClass="up from-start"
      buttonClass=""
      button={
        <>
          <span class="avatar" aria-hidden="true">
            {user.slice(0, 2)}
          </span>
          <span class="text who">
            <bdi>{user}</bdi>{' '}
            <small>
              in <bdi>{session.value?.domain_id}</bdi>
            </small>
          </span>
        </>
      }
    >
      {SCREENS.filter((each) => 'isLess' in each).map(({ screen, text, icon }) => (
        <a key={screen} class="only-phone" href={linkTo(screen)}>
          <Icon of={icon} />
          {text}
        </a>
      ))}
      <button type="button" onClick={() => void signOut()}>
        <Icon of={LogOut} />
        Sign out
      </button>
    </Menu>
  );
}

/** Moves the focus without following the link, because the hash of the URL selects the screen. */
function focusMain(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}
