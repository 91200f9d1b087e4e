-- Neovim with the block of docs/editors.md: `CONFC=PROGRAM nvim --clean --headless -c 'luafile neovim.lua'`.
-- Debian 12: `apt-get install --no-install-recommends neovim` (0.7.2).
--
-- This Neovim starts another one and types into it. Each step waits until its result appears, at most `LIMIT` ms.
-- Neovim 0.11 and later run another block of the page.

local LIMIT = 15000

local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local root = vim.fn.fnamemodify(here, ":h:h")
local folder = vim.fn.tempname()
local started = vim.loop.hrtime()

local function check(condition, message, ...)
    if not condition then
        local arguments = vim.tbl_map(function(each)
            return type(each) == "string" and each or vim.inspect(each)
        end, { ... })
        error(string.format(message, unpack(arguments)), 0)
    end
    return condition
end

local function read(path)
    local file = check(io.open(path, "rb"), "no file %s", path)
    local text = file:read("*a")
    file:close()
    return text
end

-- The block of the page for this version.
local function block_of_page()
    local version = vim.fn.has("nvim-0.11") == 1 and "0.11" or "0.7"
    local marker = "<!-- run by tests/editors/neovim.lua with Neovim " .. version .. " -->\n\n```lua\n"
    local page = read(root .. "/docs/editors.md")
    local _, before = page:find(marker, 1, true)
    check(before, "docs/editors.md has no block for Neovim %s", version)
    return page:sub(before + 1, page:find("```", before, true) - 1)
end

-- The channel of the other Neovim.
local editor

local function lua(code, ...)
    return vim.fn.rpcrequest(editor, "nvim_exec_lua", code, { ... })
end

local function press(keys)
    vim.fn.rpcrequest(editor, "nvim_input", keys)
end

local function command(line)
    vim.fn.rpcrequest(editor, "nvim_command", line)
end

local function lines()
    return vim.fn.rpcrequest(editor, "nvim_buf_get_lines", 0, 0, -1, true)
end

-- Waits until the function returns a result, and returns it. `what` names the result in errors.
local function await(what, found)
    local value
    vim.wait(LIMIT, function()
        value = found()
        return value
    end, 10)
    return check(value, "%s: not after %s ms", what, LIMIT)
end

-- The messages in the open buffer.
local function diagnostics()
    return lua("return vim.tbl_map(function(each) return each.message end, vim.diagnostic.get(0))")
end

-- Waits until the first diagnostic has this message.
local function await_diagnostic(message)
    await(message, function()
        local found = diagnostics()
        return found[1] and found[1]:find(message, 1, true)
    end)
end

local function open(path)
    command("edit " .. folder .. "/" .. path)
    await("a server for " .. path, function()
        return lua([[
            local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 })
            return #(clients or vim.lsp.buf_get_clients(0)) > 0
        ]])
    end)
end

local function prepare()
    local program = check(os.getenv("CONFC"), "`CONFC` is not set")
    vim.fn.mkdir(folder .. "/bin", "p")
    local printed = vim.fn.system({ "cp", "-rL", root .. "/examples/shop", folder })
    check(vim.v.shell_error == 0, "%s", printed)
    -- The page calls the program by its name.
    check(vim.loop.fs_symlink(program, folder .. "/bin/confc"), "no link to %s", program)
    vim.env.PATH = folder .. "/bin:" .. vim.env.PATH
    local options = { rpc = true, cwd = folder .. "/shop" }
    editor = vim.fn.jobstart({ vim.v.progpath, "--clean", "-n", "--embed", "--headless" }, options)
    lua(block_of_page())
end

local steps = {
    {
        "a mistake that is typed has a diagnostic",
        function()
            open("shop/values/storefront.toml")
            press("ggciwtitel<Esc>")
            await_diagnostic("there is no field `titel`")
        end,
    },
    {
        "a quick fix is applied",
        function()
            press(":lua vim.lsp.buf.code_action()<CR>")
            await("the list of actions", function()
                return vim.fn.rpcrequest(editor, "nvim_get_mode").mode ~= "n"
            end)
            press("1<CR>")
            await("the fix", function()
                return lines()[1] == 'title = "The shop"' and #diagnostics() == 0
            end)
            command("write")
        end,
    },
    {
        "a hover shows the value in each environment",
        function()
            press("gg0:lua vim.lsp.buf.hover()<CR>")
            local shown = await("a hover", function()
                return lua([[
                    for _, window in ipairs(vim.api.nvim_list_wins()) do
                        if vim.api.nvim_win_get_config(window).relative ~= "" then
                            local buffer = vim.api.nvim_win_get_buf(window)
                            return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
                        end
                    end
                    return false
                ]])
            end)
            check(shown:find('dev, prod-eu | "The shop" | values/storefront.toml:1:9', 1, true), "%s", shown)
            check(shown:find('prod-us | "The Shop, USA"', 1, true), "%s", shown)
            press("j<Esc>")
        end,
    },
    {
        "a completion is accepted",
        function()
            open("shop/values/payments.yaml")
            -- Some versions indent the new line.
            press("Go<Esc>0Cpool<C-x><C-o>")
            -- A single match is inserted without a menu. Neovim 0.11 leaves out the space after the colon.
            local line = await("the key", function()
                return lines()[3]:match("^pool_size: ?$")
            end)
            press(line:sub(-1) == " " and "12<Esc>" or " 12<Esc>")
            await("the value", function()
                return lines()[3] == "pool_size: 12"
            end)
            command("write")
        end,
    },
    {
        "a definition is found in another file",
        function()
            press("0:lua vim.lsp.buf.definition()<CR>")
            await("the manifest", function()
                return lua("return vim.fn.expand('%:t')") == "payments.cml"
            end)
        end,
    },
    {
        "a rename edits every file",
        function()
            press(":lua vim.lsp.buf.rename('pool_limit')<CR>")
            await("the new key", function()
                return table.concat(lines(), "\n"):find('aliases: ["pool_size"]', 1, true)
            end)
            command("wall")
            local product = read(folder .. "/shop/shop.product.json5")
            check(product:find("payments.pool_limit * payments.workers", 1, true), "%s", product)
            local values = read(folder .. "/shop/values/payments.yaml")
            check(values:find("\npool_limit: 12", 1, true), "%s", values)
        end,
    },
    {
        "saving applies safe fixes and the layout",
        function()
            open("shop/components/cache.cml")
            press('/"uint16",/e<CR>a   min: 0,<Esc>')
            await_diagnostic("`min` has no effect")
            command("write")
            local written = read(folder .. "/shop/components/cache.cml")
            check(written == read(root .. "/examples/shop/components/cache.cml"), "%s", written)
        end,
    },
    {
        "all changes together are right",
        function()
            local arguments = { "confc", "assemble", "--check", folder .. "/shop/shop.product.json5" }
            local printed = vim.fn.system(arguments)
            check(vim.v.shell_error == 0, "%s", printed)
        end,
    },
}

local failed = false
local function try(name, step)
    local done, why = pcall(step)
    failed = failed or not done
    local seconds = (vim.loop.hrtime() - started) / 1e9
    io.stdout:write(string.format("neovim: %.1f s: %s%s\n", seconds, name, done and "" or ": " .. tostring(why)))
    return done
end

if try("start", prepare) then
    for _, step in ipairs(steps) do
        if not try(unpack(step)) then
            break
        end
    end
    vim.fn.jobstop(editor)
end
vim.fn.delete(folder, "rf")
vim.cmd(failed and "cquit 1" or "qall!")
