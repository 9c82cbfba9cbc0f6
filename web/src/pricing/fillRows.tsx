import { ColumnHeightOutlined } from '@ant-design/icons';
import { Button, Popover, Space } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { usePhone } from '../app/theme/useMedia.ts';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import { t } from '../phrase/index.ts';

/** Sets one number in every row of a column. */
export function FillRows({
  label,
  onFill,
}: {
  readonly label: string;
  readonly onFill: (value: string) => void;
}): ReactNode {
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState('');
  const fits = isDecimal(value) && !value.startsWith('-');
  const fill = (): void => {
    if (!fits) return;
    onFill(value);
    setOpen(false);
    setValue('');
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('product.fill', { name: label })}
      content={
        <Space.Compact>
          <DecimalInput
            autoFocus
            aria-label={t('product.fill', { name: label })}
            value={value}
            onChange={setValue}
            onPressEnter={fill}
          />
          <Button type="primary" disabled={!fits} onClick={fill}>
            {t('act.confirm')}
          </Button>
        </Space.Compact>
      }
    >
      {phone ? (
        <Button icon={<ColumnHeightOutlined aria-hidden />}>
          {t('product.fill', { name: label })}
        </Button>
      ) : (
        <IconButton
          size="small"
          icon={<ColumnHeightOutlined aria-hidden />}
          label={t('product.fill', { name: label })}
        />
      )}
    </Popover>
  );
}
