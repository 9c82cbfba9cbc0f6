import useModal from 'antd/es/modal/useModal';
import useNotification from 'antd/es/notification/useNotification';
import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import { provideNotices } from '../app/notices.ts';
import { usePhone } from '../app/theme/useMedia.ts';

/** Distance from the foot of a phone in pixels: above the buttons of a page. */
const ABOVE_BUTTONS = 72;

/**
 * Renders messages, notices and questions in the theme and language of the page. Notices appear at the
 * bottom left, where they hide no button of a dialog.
 */
export function NoticesHost(): ReactNode {
  const [notification, notices] = useNotification({
    placement: 'bottomLeft',
    ...(usePhone() && { bottom: ABOVE_BUTTONS }),
  });
  const [modal, questions] = useModal();
  useLayoutEffect(() => provideNotices({ notification, modal }));
  return (
    <>
      {questions}
      {notices}
    </>
  );
}
