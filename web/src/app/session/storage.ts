/** Prefix of everything the product stores in the browser. */
const PREFIX = 'pro__';

/** Settings of the machine that outlast a user: appearance, language, receipt printer. */
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
  'receiptPrinter',
] as const;

/** Names of items in the browser's storage. */
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

interface StorageEntry<T> {
  readonly value: T;
  /** Milliseconds since the epoch; null: never expires. */
  readonly expire: number | null;
}

/** Keeps a JSON value; `lifetime` in milliseconds. Answers false where the storage is full or forbidden: no reason to fail. */
export function storeValue(key: StorageKey, value: unknown, lifetime?: number): boolean {
  const kept: StorageEntry<unknown> = {
    value,
    expire: lifetime === undefined ? null : Date.now() + lifetime,
  };
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept));
    return true;
  } catch {
    // Private windows may refuse; the session then lasts until the page closes.
    return false;
  }
}

/** Reads a stored item; null if missing, expired or unreadable. */
export function readStoredValue<T>(key: StorageKey): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const { value, expire }: StorageEntry<T> = JSON.parse(text);
    if (expire !== null && expire < Date.now()) {
      removeStoredValue(key);
      return null;
    }
    return value;
  } catch {
    return null;
  }
}

export function removeStoredValue(key: StorageKey): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept then.
  }
}

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

/** Removes everything except machine settings and keys beginning with `spared`. */
export function forgetUsers(spared?: StorageKey): void {
  const stays = (key: StorageKey): boolean =>
    ofTheMachine.some((name) => name === key) || (spared !== undefined && key.startsWith(spared));
  for (const key of keptKeys('')) if (!stays(key)) removeStoredValue(key);
}
