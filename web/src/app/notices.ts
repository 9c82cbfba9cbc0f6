import { byKey } from '@tradehouse/domain';
import type { useAppProps } from 'antd/es/app/context';

type Library = useAppProps;
const tones = ['success', 'error', 'info', 'warning'] as const;
type Tones<Said> = Readonly<Record<(typeof tones)[number], (said: Said) => void>>;

interface Notice {
  /** A notice of the same key takes the place of the one before. */
  readonly key?: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** In seconds; 4 where nothing else is said. */
  readonly duration?: number;
}

/** A line at the top, a notice in the corner, a question: for code that is no component. */
export interface Notices {
  readonly message: Tones<string>;
  readonly notification: Tones<Notice>;
  readonly modal: Library['modal'];
}

/** How long a line and a notice stay, in seconds. */
const MESSAGE = 3;
const NOTICE = 4;

let keys = 0;
const clocks = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Shows something that closes by itself, though never under the pointer. The library's own countdown draws at every
 * frame, and as long as it does React puts off the pages that are still being loaded: so it is told to count nothing.
 */
function timed(show: (shown: Timed) => void, close: () => void, key: string, seconds: number) {
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

const noticesOf = ({ message, notification, modal }: Library): Notices => ({
  modal,
  message: inTones((type, content) => {
    const key = `line ${(keys += 1)}`;
    timed(
      (shown) => void message.open({ ...shown, type, content }),
      () => message.destroy(key),
      key,
      MESSAGE,
    );
  }),
  notification: inTones((type, { key = `notice ${(keys += 1)}`, duration = NOTICE, ...said }) =>
    timed(
      (shown) => notification.open({ ...shown, ...said, type }),
      () => notification.destroy(key),
      key,
      duration,
    ),
  ),
});

let current: Notices | null = null;

/** Called once by the root, so that notices follow theme and language. */
export function provideNotices(library: Library): void {
  current = noticesOf(library);
}

/** The notices of the running page. Throws before the root was drawn. */
export function notices(): Notices {
  if (current === null) throw new Error('notices are asked for before the root was drawn');
  return current;
}
