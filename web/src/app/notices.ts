import type { useAppProps } from 'antd/es/app/context';

/** antd's messages, notices and questions, for code that is no component. */
export type Notices = useAppProps;

let current: Notices | null = null;

/** Called once by the root, so that notices follow theme and language. */
export function provideNotices(notices: Notices): void {
  current = notices;
}

/** The notices of the running page. Throws before the root was drawn. */
export function notices(): Notices {
  if (current === null) throw new Error('notices are asked for before the root was drawn');
  return current;
}
