import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { still, useDark, useLook } from '../app/theme/look.ts';
import { themeOf } from '../app/theme/theme.ts';

/** Class by which our styles find the menu's colour variables. */
export const MENU_COLOURS = 'look-menu';

/**
 * Renders children in the menu's colours: dark on a light page if chosen. With `on` false, uses the page's
 * colours, so that a part switches colours without remounting.
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
  // Memoised: a new theme object would rerender every child.
  const theme = useMemo(() => {
    const key = on ? { key: MENU_COLOURS } : {};
    return { ...themeOf({ dark, colour, weak, still, ...key }), inherit: false };
  }, [dark, colour, weak, on]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}
