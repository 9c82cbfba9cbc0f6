import { Modal } from 'antd';
import type { ModalProps } from 'antd';
import type { ReactNode } from 'react';
import { useCallback, useRef } from 'react';
import { usePhone } from '../app/useMedia.ts';

export interface PaneModalProps extends Omit<
  ModalProps,
  'width' | 'getContainer' | 'open' | 'mask'
> {
  /** In pixels; the whole width on a phone. */
  readonly width: number;
}

/** A dialog that covers its own tab only, so that the other tabs stay within reach (nicety 22 of the screens). */
export function PaneModal({ width, children, ...props }: PaneModalProps): ReactNode {
  const phone = usePhone();
  const place = useRef<HTMLDivElement>(null);
  const inPane = useCallback(
    () => place.current?.closest<HTMLElement>('.pane') ?? document.body,
    [],
  );
  return (
    <div ref={place}>
      <Modal
        open
        width={phone ? '100%' : width}
        getContainer={inPane}
        mask={{ closable: false }}
        {...props}
      >
        {children}
      </Modal>
    </div>
  );
}
