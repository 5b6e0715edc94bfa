interface Properties {
  /** A user id, e-mail or another name of a person. */
  readonly name: string;
  /** What the person has to do with it. Without it, the name stands beside the avatar. */
  readonly title?: string;
}

/** A person by initials. */
export function Avatar({ name, title }: Properties) {
  if (title === undefined)
    return (
      <span class="avatar" aria-hidden="true">
        {initialsOf(name)}
      </span>
    );
  return (
    <span class="avatar" title={title} role="img" aria-label={title}>
      {initialsOf(name)}
    </span>
  );
}

/** Returns at most two letters: of the first name and the surname, where both can be told apart. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/^\w+:/, '')
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first = '?', second] = words;
  return second === undefined ? [...first].slice(0, 2).join('') : `${[...first][0]}${[...second][0]}`;
}
