import { isTyping, mayAskForKeys } from "@staffroom/list";
import { Dialog, useShownKeys, type KeyHelp } from "@staffroom/ui";
import { useEffect, useEffectEvent } from "react";

type Actions = { openPalette: () => void; openKeys: () => void; goHome: () => void };

/** The shortcuts: Ctrl+K everywhere, single keys only outside of inputs. */
export function useShellKeys(actions: Actions): void {
  const act = useEffectEvent((name: keyof Actions) => actions[name]());
  useEffect(() => {
    let waitsForSecond = 0;
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        act("openPalette");
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?" && mayAskForKeys(event.target)) act("openKeys");
      else if (isTyping(event.target)) return;
      else if (event.key === "g") waitsForSecond = Date.now();
      else if (event.key === "h" && Date.now() - waitsForSecond < 1000) act("goHome");
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

const keys: readonly KeyHelp[] = [
  [["Ctrl", "K"], "Find a screen, a person, a course, an invoice, a ticket"],
  [["?"], "Show these keys"],
  [["g", "h"], "Go home"],
  [["J"], "Next task on Home, with K the previous one; Enter opens it"],
  [["/"], "Search in the list"],
  [["↑", "↓"], "Walk through the rows"],
  [["Enter"], "Open the row"],
  [["Space"], "Select the row"],
  [["Alt", "↑"], "Move a line of an invoice up, with ↓ down"],
  [["Ctrl", "Enter"], "Save the line that is open"],
  [["Shift", "click"], "Sort by a further column"],
  [["Esc"], "Close the dialog or menu, leave the field"],
];

/** The keys: first those of the screen, then those that always work. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shown = useShownKeys();
  return (
    <Dialog open={open} title="Keys" footer={null} onCancel={onClose} width={480} zIndex={1100}>
      {shown.length > 0 && (
        <>
          <h2>On this screen</h2>
          <Keys keys={shown} />
          <h2>Everywhere</h2>
        </>
      )}
      <Keys keys={keys} />
    </Dialog>
  );
}

function Keys({ keys: listed }: { keys: readonly KeyHelp[] }) {
  return (
    <dl className="sr-keys">
      {listed.map(([combination, does]) => (
        <div key={`${combination.join(" ")} ${does}`}>
          <dt>
            {combination.map((key) => (
              <kbd key={key} className="sr-kbd">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
