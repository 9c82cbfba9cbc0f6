import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useDark, useLook } from '../app/look.ts';
import { themeOf } from '../app/theme.ts';

/** The class of what is drawn in the menu's colours: our own styles find the variables by it. */
export const MENU_COLOURS = 'look-menu';

/** Draws the menu in its own colours: dark on a light page where that was chosen. */
export function MenuColours({ children }: { readonly children: ReactNode }): ReactNode {
  const { colour, weak, menu } = useLook();
  const dark = useDark() || menu === 'dark';
  return (
    <ConfigProvider
      theme={{ ...themeOf({ dark, colour, weak, key: MENU_COLOURS }), inherit: false }}
    >
      {children}
    </ConfigProvider>
  );
}
