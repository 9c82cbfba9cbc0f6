import type { ThemeConfig } from 'antd';
import { theme } from 'antd';

/** How the user wants it to look; the settings drawer will change it. */
export interface Look {
  readonly dark: boolean;
  /** Primary colour; the spec's default is #1890FF. */
  readonly colour: string;
}

export const defaultLook: Look = { dark: false, colour: '#1890FF' };

const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

/**
 * The one place that decides colours, radii and sizes (look.md). Meaning has one colour each: blue action, green done,
 * orange partial or soon, red refused, negative or overdue, grey draft or closed.
 */
export function themeOf({ dark, colour }: Look): ThemeConfig {
  // The primary blue is too light for small text on white (3.2:1); links and words take a darker step of it.
  const words = dark ? '#4da6ff' : '#0b69c7';
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'look' },
    hashed: false,
    token: {
      colorPrimary: colour,
      colorLink: words,
      colorLinkHover: dark ? '#7abcff' : '#1890ff',
      colorInfo: colour,
      colorSuccess: dark ? '#49aa19' : '#237804',
      colorWarning: dark ? '#d89614' : '#ad5a00',
      colorError: dark ? '#ff7875' : '#cf1322',
      // The algorithm makes grey tints of these dark steps; a tag's ground is its light step.
      ...(dark
        ? {}
        : {
            colorSuccessBg: '#f0faea',
            colorSuccessBorder: '#b7dfa0',
            colorWarningBg: '#fff7e6',
            colorWarningBorder: '#ffd591',
            colorErrorBg: '#fff1f0',
            colorErrorBorder: '#ffa39e',
          }),
      colorTextSecondary: dark ? 'rgba(255,255,255,0.72)' : 'rgba(0,0,0,0.62)',
      colorTextDescription: dark ? 'rgba(255,255,255,0.68)' : 'rgba(0,0,0,0.58)',
      colorTextPlaceholder: dark ? 'rgba(255,255,255,0.5)' : 'rgba(0,0,0,0.56)',
      colorBgLayout: dark ? '#0f1114' : '#f3f5f8',
      fontFamily,
      fontSize: 14,
      lineHeight: 1.5,
      borderRadius: 6,
      sizeStep: 4,
      sizeUnit: 4,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
    components: {
      // White words on the primary blue reach 3.2:1 only; buttons take a darker step of it.
      Button: dark ? {} : { colorPrimary: '#0e72d6', colorPrimaryHover: '#2580dd' },
      Table: {
        cellPaddingBlockMD: 8,
        cellPaddingInlineMD: 10,
        cellPaddingBlockSM: 5,
        cellPaddingInlineSM: 8,
        cellFontSizeSM: 13,
        headerBorderRadius: 0,
        headerSplitColor: 'transparent',
      },
      Layout: {
        headerHeight: 48,
        headerPadding: '0 12px',
        headerBg: dark ? '#15181d' : '#ffffff',
        siderBg: dark ? '#15181d' : '#ffffff',
      },
      Menu: {
        itemHeight: 38,
        subMenuItemBg: 'transparent',
        activeBarBorderWidth: 0,
        itemSelectedColor: words,
        subMenuItemSelectedColor: words,
      },
      Pagination: { colorPrimary: words },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
      Tabs: {
        cardHeight: 34,
        itemSelectedColor: words,
        itemActiveColor: words,
        itemHoverColor: words,
      },
    },
  };
}
