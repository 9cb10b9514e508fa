import { appName, restoreSession } from "@staffroom/api";
import { Toaster, UiProvider } from "@staffroom/ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { ProvideAreas } from "./areas/provide-areas";
import { router } from "./frame/router";
import "./frame/style.css";
import "./menu/style.css";
import "./top/style.css";
import "./sign-in/style.css";
import "./home/style.css";
import "./palette/style.css";
import "./settings/style.css";
import "./client/style.css";
import "./security/style.css";

void restoreSession();
// The client application also opens offline, so that entries can be read and sent later.
if (appName === "client") navigator.serviceWorker?.register("service-worker.js").catch(() => undefined);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root");
createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <ProvideAreas>
        <RouterProvider router={router} />
        <Toaster />
      </ProvideAreas>
    </UiProvider>
  </StrictMode>,
);
