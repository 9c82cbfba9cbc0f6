/** Everything this product keeps in the browser stands under one prefix (spec §3, §9). */
const PREFIX = 'pro__';

/** Names of what is kept, as spec §3 lists them. */
export type StorageKey =
  | 'accessToken'
  | 'sidebarType'
  | 'theme'
  | 'colourMode'
  | 'layoutMode'
  | 'colour'
  | 'colourWeak'
  | 'fixedHeader'
  | 'fixedSidemenu'
  | 'headerHidden'
  | 'contentWidth'
  | 'multiPage'
  | 'loginUserId'
  | 'loginName'
  | 'username'
  | 'userInfo'
  | 'loginButtonAuthority'
  | 'buttonAuthority'
  | 'uiDictionary'
  | 'cachedRoutes'
  | 'language'
  | 'pageButtons'
  | 'viewerSession'
  | `route:title:${string}`
  | `draft:${string}`;

interface Kept {
  readonly value: unknown;
  /** Milliseconds since the epoch, or null when it stays. */
  readonly expire: number | null;
}

/** Keeps a JSON value; `lifetime` in milliseconds. Answers false where the storage is full or forbidden: no reason to fail. */
export function keep(key: StorageKey, value: unknown, lifetime?: number): boolean {
  const kept: Kept = { value, expire: lifetime === undefined ? null : Date.now() + lifetime };
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
    const { value, expire } = JSON.parse(text) as Kept;
    if (expire !== null && expire < Date.now()) {
      forget(key);
      return null;
    }
    return value as T;
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
export function keptKeys(prefix: StorageKey): readonly StorageKey[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + prefix))
      .map((name) => name.slice(PREFIX.length) as StorageKey);
  } catch {
    return [];
  }
}
