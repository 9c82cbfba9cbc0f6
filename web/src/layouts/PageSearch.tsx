import { SearchOutlined } from '@ant-design/icons';
import { Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { pagesOf, shownOf } from '../app/settings/menu.ts';
import { useMenu } from '../app/settings/permission.ts';
import { t } from '../phrase/index.ts';

const Finder = ({
  onOpen,
  wide,
}: {
  readonly onOpen: (url: string) => void;
  readonly wide?: boolean;
}): ReactNode => {
  const menu = useMenu();
  const [found, setFound] = useState(0);
  return (
    <Select<string>
      // On a busy machine the library opens the list of a quick search once more, after the choice: each search has its own.
      key={found}
      aria-label={t('shell.findPage')}
      className={wide === true ? 'find-page wide' : 'find-page'}
      placeholder={t('shell.findPage')}
      prefix={<SearchOutlined aria-hidden />}
      suffixIcon={null}
      showSearch={{ optionFilterProp: 'label' }}
      value={null}
      options={pagesOf(shownOf(menu)).map(({ url, text }) => ({ value: url, label: text }))}
      onChange={(url) => {
        setFound(found + 1);
        onOpen(url);
      }}
    />
  );
};

export interface PageSearchProps {
  readonly mobile: boolean;
  readonly onOpen: (url: string) => void;
}

/** Finds a page of the menu by its name; on a phone in a dialog. */
export function PageSearch({ mobile, onOpen }: PageSearchProps): ReactNode {
  const [asking, setAsking] = useState(false);
  if (!mobile) return <Finder onOpen={onOpen} />;
  const go = (url: string): void => {
    setAsking(false);
    onOpen(url);
  };
  return (
    <>
      <IconButton
        icon={<SearchOutlined aria-hidden />}
        label={t('shell.findPage')}
        onClick={() => setAsking(true)}
      />
      <Modal
        title={t('shell.findPage')}
        open={asking}
        footer={null}
        onCancel={() => setAsking(false)}
        destroyOnHidden
      >
        <Finder wide onOpen={go} />
      </Modal>
    </>
  );
}
