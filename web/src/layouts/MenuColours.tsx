import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { still, useDark, useLook } from '../app/theme/look.ts';
import { themeOf } from '../app/theme/theme.ts';

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
  const dark = pageDark || (on && menu === 'dark');
  // Made again, all that it colours would be drawn again.
  const theme = useMemo(() => {
    const key = on ? { key: MENU_COLOURS } : {};
    return { ...themeOf({ dark, colour, weak, still, ...key }), inherit: false };
  }, [dark, colour, weak, on]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}
