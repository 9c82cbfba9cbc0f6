/** Everything this product keeps in the browser stands under one prefix (spec §3, §9). */
const PREFIX = 'pro__';

/** What belongs to the machine and stays when its user leaves: how the product looks, and in which language. */
const ofTheMachine = [
  'sidebarType',
  'theme',
  'colourMode',
  'layoutMode',
  'colour',
  'colourWeak',
  'fixedHeader',
  'fixedSidemenu',
  'headerHidden',
  'contentWidth',
  'multiPage',
  'language',
] as const;

/** Names of what is kept, as spec §3 lists them. */
export type StorageKey =
  | (typeof ofTheMachine)[number]
  | 'accessToken'
  | 'loginUserId'
  | 'loginName'
  | 'username'
  | 'userInfo'
  | 'viewerSession'
  | 'seen'
  | `route:title:${string}`
  | `draft:${string}`;

interface Kept<T> {
  readonly value: T;
  /** Milliseconds since the epoch, or null when it stays. */
  readonly expire: number | null;
}

/** Keeps a JSON value; `lifetime` in milliseconds. Answers false where the storage is full or forbidden: no reason to fail. */
export function keep(key: StorageKey, value: unknown, lifetime?: number): boolean {
  const kept: Kept<unknown> = {
    value,
    expire: lifetime === undefined ? null : Date.now() + lifetime,
  };
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
    return true;
  } catch {
    // Private windows may refuse; the session then lasts as long as the page.
    return false;
  }
}

/** What was kept, null when there is nothing, it has expired or it can't be read. */
export function recall<T>(key: StorageKey): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const { value, expire }: Kept<T> = JSON.parse(text);
    if (expire !== null && expire < Date.now()) {
      forget(key);
      return null;
    }
    return value;
  } catch {
    return null;
  }
}

export function forget(key: StorageKey): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept then.
  }
}

/** The keys that are kept and begin so. */
export function keptKeys(prefix: StorageKey | ''): readonly StorageKey[] {
  try {
    // SAFETY: nothing else is kept under the prefix.
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + prefix))
      .map((name) => name.slice(PREFIX.length) as StorageKey);
  } catch {
    return [];
  }
}

/** Forgets everything but what belongs to the machine; `spared` begins the names of what stays beside it. */
export function forgetUsers(spared?: StorageKey): void {
  const stays = (key: StorageKey): boolean =>
    ofTheMachine.some((name) => name === key) || (spared !== undefined && key.startsWith(spared));
  for (const key of keptKeys('')) if (!stays(key)) forget(key);
}
