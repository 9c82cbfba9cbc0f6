import {
  AppstoreOutlined,
  BarsOutlined,
  CarOutlined,
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
  appstore: <AppstoreOutlined aria-hidden />,
  car: <CarOutlined aria-hidden />,
  gift: <GiftOutlined aria-hidden />,
  hdd: <HddOutlined aria-hidden />,
  home: <HomeOutlined aria-hidden />,
  'money-collect': <MoneyCollectOutlined aria-hidden />,
  'pie-chart': <PieChartOutlined aria-hidden />,
  retweet: <RetweetOutlined aria-hidden />,
  setting: <SettingOutlined aria-hidden />,
  shopping: <ShoppingOutlined aria-hidden />,
  'shopping-cart': <ShoppingCartOutlined aria-hidden />,
};

/** The picture a menu row names. */
export const iconOf = (name: string): ReactNode => icons[name] ?? <BarsOutlined aria-hidden />;
