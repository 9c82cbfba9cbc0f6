import { App } from 'antd';
import type { ReactNode } from 'react';
import { provideNotices } from '../app/notices.ts';

/** Distance of messages from the top in pixels: below the header's search and menus, and the tabs. */
const BELOW_TABS = 112;

function NoticesProvider(): ReactNode {
  provideNotices(App.useApp());
  return null;
}

/** Draws messages, notices and questions in the theme and language of the page. */
export const NoticesHost = (): ReactNode => (
  <App
    component={false}
    message={{ top: BELOW_TABS }}
    // At the foot on the left a notice hides no button of a dialog: these stand above or on the right.
    notification={{ placement: 'bottomLeft' }}
  >
    <NoticesProvider />
  </App>
);
