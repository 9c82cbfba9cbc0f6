import { byKey } from '@tradehouse/domain';
import type { useAppProps } from 'antd/es/app/context';
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

type Library = Pick<useAppProps, 'notification' | 'modal'>;
const tones = ['success', 'error', 'info', 'warning'] as const;
type Tones<Said> = Readonly<Record<(typeof tones)[number], (said: Said) => void>>;

interface CornerNotice {
  /** A notice replaces the previous notice with the same key. */
  readonly key?: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** In seconds; 4 where nothing else is said. */
  readonly duration?: number;
}

/** Messages, notices and questions for code outside components. */
export interface Notices {
  readonly message: Tones<string>;
  readonly notification: Tones<CornerNotice>;
  readonly modal: Library['modal'];
}

/** How long a line and a notice stay, in seconds. */
const MESSAGE = 3;
const NOTICE = 4;

let keys = 0;
const clocks = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Shows a self-closing message, never closed under the pointer. The library's countdown would render every
 * frame, and React would postpone loading pages meanwhile: therefore the countdown is off.
 */
function showTimed(show: (shown: Timed) => void, close: () => void, key: string, seconds: number) {
  const stop = (): void => clearTimeout(clocks.get(key));
  const start = (): void => {
    stop();
    clocks.set(key, setTimeout(close, seconds * 1000));
  };
  const onClose = (): void => {
    stop();
    clocks.delete(key);
  };
  show({ key, duration: 0, onMouseEnter: stop, onMouseLeave: start, onClose });
  start();
}

interface Timed {
  readonly key: string;
  readonly duration: 0;
  readonly onMouseEnter: () => void;
  readonly onMouseLeave: () => void;
  readonly onClose: () => void;
}

const inTones = <Said>(show: (tone: (typeof tones)[number], said: Said) => void): Tones<Said> =>
  byKey(tones, (tone) => (said: Said) => show(tone, said));

/** Library options that make a notice a line. */
type LineOptions = Pick<Parameters<Library['notification']['open']>[0], 'className' | 'closable'>;

/** A line stands where notices stand, at the foot: above it would hide the filters of a list. */
function noticesFromLibrary({ notification, modal }: Library): Notices {
  const show = (type: (typeof tones)[number], notice: CornerNotice & LineOptions): void => {
    const { key = `notice ${(keys += 1)}`, duration = NOTICE, ...said } = notice;
    showTimed(
      (shown) => notification.open({ ...shown, ...said, type }),
      () => notification.destroy(key),
      key,
      duration,
    );
  };
  return {
    modal,
    message: inTones((type, title) =>
      show(type, { title, duration: MESSAGE, className: 'notice-line', closable: false }),
    ),
    notification: inTones(show),
  };
}

let current: Notices | null = null;
const requests = createListeners();
/** Number of draws of the library: once more for the first notice after a failure. */
let requested = 0;
let failed = false;
const waiting: ((notices: Notices | null) => void)[] = [];

/** Called by the drawn library, so that notices follow theme and language. */
export function provideNotices(library: Library): void {
  current = noticesFromLibrary(library);
  for (const show of waiting.splice(0)) show(current);
}

/** Called when the library cannot be loaded: questions end unconfirmed, and the next notice tries again. */
export function failNotices(): void {
  failed = true;
  for (const show of waiting.splice(0)) show(null);
}

/** Requests the library, null if the library cannot be loaded; notices wait until the library is drawn. */
const requestNotices = (): Promise<Notices | null> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (requested > 0 && !failed) return;
    failed = false;
    requested += 1;
    requests.tell();
  });

const dialogKinds = ['confirm', 'info', 'success', 'error', 'warning'] as const;
type DialogOptions = Parameters<Library['modal']['confirm']>[0];
type OpenDialog = ReturnType<Library['modal']['confirm']>;

/** Dialogs answer by `agreed` only. */
const ignoreRefusal = (): void => undefined;

/** Opens a dialog once the library is drawn. */
function openDialogLater(kind: (typeof dialogKinds)[number], options: DialogOptions): OpenDialog {
  const opened = requestNotices().then((notices) => ({ dialog: notices?.modal[kind](options) }));
  // SAFETY: the library's dialog is a promise of the same answer, with these two acts.
  return Object.assign(
    opened.then(({ dialog }) => dialog?.then((agreed) => agreed, ignoreRefusal) ?? false),
    {
      destroy: () => void opened.then(({ dialog }) => dialog?.destroy()),
      update: (changed: DialogOptions) => void opened.then(({ dialog }) => dialog?.update(changed)),
    },
  ) as unknown as OpenDialog;
}

const laterNotices: Notices = {
  message: inTones(
    (tone, said) => void requestNotices().then((notices) => notices?.message[tone](said)),
  ),
  notification: inTones(
    (tone, said) => void requestNotices().then((notices) => notices?.notification[tone](said)),
  ),
  modal: byKey(dialogKinds, (kind) => (options: DialogOptions) => openDialogLater(kind, options)),
};

/** The notices of the running page. The sign-in page has no library until the first notice. */
export const getNotices = (): Notices => current ?? laterNotices;

/** Number of requests for the library by notices; 0 until the first notice. */
export const useNoticesRequested = (): number =>
  useSyncExternalStore(requests.subscribe, () => requested);
