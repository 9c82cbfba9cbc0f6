import {
  AppstoreOutlined,
  BarsOutlined,
  GiftOutlined,
  HddOutlined,
  HomeOutlined,
  MoneyCollectOutlined,
  PieChartOutlined,
  RetweetOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

const icons: Readonly<Record<string, ReactNode>> = {
  appstore: <AppstoreOutlined />,
  gift: <GiftOutlined />,
  hdd: <HddOutlined />,
  home: <HomeOutlined />,
  'money-collect': <MoneyCollectOutlined />,
  'pie-chart': <PieChartOutlined />,
  retweet: <RetweetOutlined />,
  setting: <SettingOutlined />,
  shopping: <ShoppingOutlined />,
  'shopping-cart': <ShoppingCartOutlined />,
};

/** The picture a menu row names. */
export const iconOf = (name: string): ReactNode => icons[name] ?? <BarsOutlined />;
