import { restoreSession } from "@staffroom/api";
import { Toaster, UiProvider, WidgetProvider } from "@staffroom/ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { Records } from "./records";
import { router } from "./router";
import "./style.css";
import { widgetOf } from "./widgets";

void restoreSession();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root");
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <WidgetProvider value={widgetOf}>
        <Records><RouterProvider router={router} /></Records>
        <Toaster />
      </WidgetProvider>
    </UiProvider>
  </StrictMode>,
);
