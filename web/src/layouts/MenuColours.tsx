import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { still, useDark, useLook } from '../app/look.ts';
import { themeOf } from '../app/theme.ts';

/** The class of what is drawn in the menu's colours: our own styles find the variables by it. */
export const MENU_COLOURS = 'look-menu';

/**
 * Draws the menu in its own colours: dark on a light page where that was chosen. With `on` false it draws in the page's, so
 * that a part may change from one to the other and stay what it is.
 */
export function MenuColours({
  on = true,
  children,
}: {
  readonly on?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { colour, weak, menu } = useLook();
  const pageDark = useDark();
  const theme = on
    ? themeOf({ dark: pageDark || menu === 'dark', colour, weak, still, key: MENU_COLOURS })
    : themeOf({ dark: pageDark, colour, weak, still });
  return <ConfigProvider theme={{ ...theme, inherit: false }}>{children}</ConfigProvider>;
}
